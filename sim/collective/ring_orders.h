#pragma once

#include <vector>

#include "collective/group_facts.h"

namespace collsim {

/// How many rings leave a group's nodes by different ways: as many as the node with most has ways out; 1 where there
/// is one node, since one ring fills the port of every chip of a switch.
int ways_out(const GroupFacts& facts);

/// Orders for `rings` rings that go through all chips of a node before the next, nodes by their lowest rank. Ring k
/// goes through the chips of even nodes in rank order, from place p = k·g/rings of the g on round to the one before it,
/// and through odd nodes the other way, from the place before p back to p. So the rings enter and leave the nodes at
/// different chips, and go from node to node between chips of the same place, which rails join (NCCL alternates in the
/// same way); with an odd number of nodes all but from the last to the first.
/// None, which is rank order, where the group is flat.
std::vector<std::vector<Rank>> rotated_orders(const Hierarchy& nodes, int rings);

/// The same, but p is the first chip of the node that has way out k. Where a node has no way k, as rotated_orders().
std::vector<std::vector<Rank>> orders_by_way(const GroupFacts& facts, int rings);

}  // namespace collsim
