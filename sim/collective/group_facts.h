#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "collective/hierarchy.h"

namespace collsim {

/// A tier of the group: of the pairs whose route goes no further out.
struct TierFacts {
  double bandwidth = 0;  ///< least of its pairs, each the least on its route, bytes per second
  Duration latency{};    ///< mean α_path of its pairs
};

/// What an algorithm, or the choice of one, needs to know of the network that a group of ranks stands in.
struct GroupFacts {
  int ranks = 1;
  /// The group's tiers, innermost first; flat where the groups of any tier are uneven.
  Hierarchy tiers;
  /// One entry a tier of `tiers`, or one in all where that is flat.
  std::vector<TierFacts> tier_facts;
  /// The same in two: chips that die-to-die and chip-to-chip links join (a node), and the nodes. Flat where there is
  /// one node, or every chip is one.
  Hierarchy nodes;
  int node_count = 1;  ///< `ranks` where every chip is one
  /// By rank: which of its node's ways out it takes (0, 1, …, in rank order of who comes first): its own nic, or one
  /// that it shares; without nics, the port that its route takes. Empty where `nodes` is flat.
  std::vector<int> way_out;
  /// All ranks of each node are joined by a switch, or a tree of them, that reduces and multicasts. False where every
  /// chip is a node, as fully_connected is.
  bool node_reduces = false;
  /// The same of ranks of all nodes.
  bool network_reduces = false;
  /// Every pair of a node has a link of its own, or a switch with full bandwidth between them.
  bool fully_connected = false;
};

}  // namespace collsim
