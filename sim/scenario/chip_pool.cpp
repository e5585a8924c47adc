#include "scenario/chip_pool.h"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

#include "base/id_range.h"
#include "base/mixing.h"

namespace collsim {
namespace {

std::vector<std::size_t> every(std::size_t stride, const std::vector<std::size_t>& free) {
  std::vector<std::size_t> order;
  for (std::size_t first = 0; first < std::min(stride, free.size()); ++first) {
    for (std::size_t i = first; i < free.size(); i += stride) order.push_back(free[i]);
  }
  return order;
}

/// A number below `bound`, all alike: the distributions of the standard library are each library's own.
std::size_t below(std::size_t bound, std::mt19937_64& random) {
  const std::uint64_t fair = std::mt19937_64::max() - std::mt19937_64::max() % bound;
  std::uint64_t drawn = random();
  while (drawn >= fair) drawn = random();
  return static_cast<std::size_t>(drawn % bound);
}

std::vector<std::size_t> shuffled(std::vector<std::size_t> order, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[below(left, random)]);
  return order;
}

}  // namespace

std::vector<std::string> chip_names(const TopologyDescription& topology) {
  std::vector<std::string> names;
  for (const NodeGroup& group : topology.nodes) {
    if (group.kind != NodeKind::chip) continue;
    try {
      for (std::string& name : expand_ids(group.ids)) names.push_back(std::move(name));
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
  return names;
}

ChipPool::ChipPool(const TopologyDescription& topology) : names_(chip_names(topology)), owners_(names_.size()) {
  for (const std::string& name : names_) number_of_.emplace(name, number_of_.size());
}

std::size_t ChipPool::free() const {
  return static_cast<std::size_t>(
      std::count_if(owners_.begin(), owners_.end(), [](const std::string& owner) { return owner.empty(); }));
}

std::optional<std::size_t> ChipPool::find(const std::string& name) const {
  const auto at = number_of_.find(name);
  if (at == number_of_.end()) return {};
  return at->second;
}

void ChipPool::take(std::size_t chip, const std::string& job) {
  if (owners_[chip].empty()) owners_[chip] = job;
}

std::vector<std::size_t> ChipPool::candidates(Choosing by, std::size_t stride, std::uint64_t seed, bool shared) const {
  std::vector<std::size_t> free;
  for (std::size_t chip = 0; chip < size(); ++chip) {
    if (shared || owners_[chip].empty()) free.push_back(chip);
  }
  switch (by) {
    case Choosing::contiguous:
      return free;
    case Choosing::strided:
      return every(stride, free);
    case Choosing::random:
      break;
  }
  return shuffled(std::move(free), seed);
}

std::uint64_t placement_seed(std::uint64_t seed, std::string_view job) {
  std::uint64_t hash = mixed_bits(seed + 1);
  for (const char c : job) hash = mixed_bits(hash + static_cast<unsigned char>(c) + 1);
  return hash;
}

}  // namespace collsim
