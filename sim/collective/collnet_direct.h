#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce in the network (NCCL's CollNet over SHARP) by all chips of a node at once: each sums up a shard of the
/// node's data, all chips at one position have theirs added and multicast by the switches that join the nodes, and each
/// hands the result to the others of its node. A phase of one step each. A hierarchy of two tiers says what the nodes
/// are; without one every rank is one.
std::unique_ptr<Program> make_collnet_direct(const Problem& problem);

}  // namespace collsim
