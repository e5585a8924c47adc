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
  /// What Problem::hierarchy holds for it: nothing; the group's own tiers; only groups that the user states; or nodes
  /// and what joins them, two tiers. All but the first take stated groups, `nodes` two of them.
  enum class Tiers : std::uint8_t { none, of_topology, stated, nodes };
  Tiers tiers = Tiers::none;
  /// What it needs of the switches: that those of each node reduce and multicast, or those that join the nodes.
  enum class InNetwork : std::uint8_t { none, in_nodes, between_nodes };
  InNetwork in_network = InNetwork::none;

  bool does(Op op) const;
};

/// What the algorithm does for the problem; nothing for a rank that is alone, which has nobody to send to.
std::unique_ptr<Program> make_program(const Algorithm& algorithm, const Problem& problem);

/// All algorithms. The first that does an operation is that operation's default.
std::span<const Algorithm> algorithms();

/// Null where no row has this name and does this operation.
const Algorithm* find_algorithm(std::string_view name, Op op);

}  // namespace collsim
