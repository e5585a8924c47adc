#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// NCCL's NVLSTree: an all_reduce that leaves the reduction inside each node to its switch, as NVLS does, and sums
/// every chip's shard over the nodes in a double tree among the chips at its position, half of it in each tree. A phase
/// for the reduction, one a level up and down, and one for the multicast. Each tree is a channel: `channels: c` makes
/// 2c. A hierarchy of two tiers says what the nodes are; without one there is one node.
std::unique_ptr<Program> make_nvls_tree(const Problem& problem);

}  // namespace collsim
