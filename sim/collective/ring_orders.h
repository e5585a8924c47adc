#pragma once

#include <vector>

#include "collective/group_facts.h"

namespace collsim {

/// How many rings leave a group's nodes by different ways: as many as the node with most has ways out; 1 where there
/// is one node, since one ring fills the port of every chip of a switch.
int ways_out(const GroupFacts& facts);

/// Orders for `rings` rings that go through all chips of a node before the next, nodes by their lowest rank: ring k
/// goes through each node's chips in rank order, beginning with chip k·g/rings of its g, so that the rings enter and
/// leave the nodes at different chips. None, which is rank order, where the group is flat.
std::vector<std::vector<Rank>> rotated_orders(const Hierarchy& nodes, int rings);

/// The same, but ring k begins with the first chip of the node that has way out k, and so enters there and leaves by
/// the way of the chip before: NCCL's rings over a node's nics. Where a node has no way k, as rotated_orders().
std::vector<std::vector<Rank>> orders_by_way(const GroupFacts& facts, int rings);

}  // namespace collsim
