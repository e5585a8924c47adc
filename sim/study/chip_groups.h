#pragma once

#include <span>
#include <string>
#include <vector>

#include "routing/shortest.h"

namespace collsim {

/// Chips in groups that lie together in the network.
struct ChipGroups {
  std::string by;                  ///< `c2c links`, `switch`
  std::vector<int> group_of;       ///< by chip, in the order given
  std::vector<std::string> names;  ///< by group

  int count() const { return static_cast<int>(names.size()); }
};

/// `c0`, or `c0 … c7`: the first and the last of a group's chips.
std::string name_of_chips(const Topology& topology, std::span<const NodeId> chips);

/// The groups that the tiers join and, where every chip has one way out, those behind one switch: innermost first,
/// none that is everybody or one chip each, none twice.
std::vector<ChipGroups> groups_in_network(const Topology& topology, ShortestRouter& router,
                                          std::span<const NodeId> chips);

/// Few enough for a table: the chips themselves up to `most`, else the innermost groups of the network that are few
/// enough, else chips in file order in `most` equal shares.
ChipGroups groups_for_table(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips,
                            std::size_t most);

/// Those that d2d and c2c links join: the chips of a node.
ChipGroups nodes_of_chips(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips);

}  // namespace collsim
