#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "collective/problem.h"

namespace collsim {

/// One way to do some operations: a row of the table that the command line prints, the reader checks names against and
/// the tests walk.
struct Algorithm {
  std::string_view name;
  std::vector<Op> ops;
  std::string_view steps;
  std::string_view bytes;  ///< sent by each rank
  std::string_view constraints;
  std::string_view source;
  std::unique_ptr<Program> (*make)(const Problem&);
  /// Whether it works tier by tier: along the group's own tiers, or only along groups that the user states.
  enum class Tiers : std::uint8_t { none, of_topology, stated };
  Tiers tiers = Tiers::none;

  bool does(Op op) const;
};

/// All algorithms. The first that does an operation is that operation's default.
std::span<const Algorithm> algorithms();

/// Null where no row has this name and does this operation.
const Algorithm* find_algorithm(std::string_view name, Op op);

/// Names that are reserved for algorithms to come.
std::span<const std::string_view> reserved_algorithms();

}  // namespace collsim
