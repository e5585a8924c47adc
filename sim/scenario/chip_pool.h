#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "topology/description.h"

namespace collsim {

/// The names of all chips, in file order. What is wrong with a pattern of them is told where the topology is built.
std::vector<std::string> chip_names(const TopologyDescription& topology);

/// How chips are chosen among those that are free.
enum class Choosing : std::uint8_t { contiguous, strided, random };

/// The chips that jobs are placed on, by number in file order, and which job has them.
class ChipPool {
 public:
  explicit ChipPool(const TopologyDescription& topology);

  std::size_t size() const { return names_.size(); }
  std::size_t free() const;
  const std::string& name(std::size_t chip) const { return names_[chip]; }
  std::optional<std::size_t> find(const std::string& name) const;
  std::vector<std::string_view> names() const { return {names_.begin(), names_.end()}; }
  /// The job that took the chip first; empty: it is free.
  const std::string& owner(std::size_t chip) const { return owners_[chip]; }
  void take(std::size_t chip, const std::string& job);

  /// All chips in the order in which a job gets them, without those that others have unless `shared`: contiguous is
  /// file order; strided every `stride`th, then every `stride`th from the second one on, and so on; random an order
  /// drawn with `seed`, the same on every machine. Requires: stride >= 1.
  std::vector<std::size_t> candidates(Choosing by, std::size_t stride, std::uint64_t seed, bool shared) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::string> owners_;
  std::unordered_map<std::string, std::size_t> number_of_;  // looked up only
};

/// The seed of a job's random placement: another one for each id.
std::uint64_t placement_seed(std::uint64_t seed, std::string_view job);

}  // namespace collsim
