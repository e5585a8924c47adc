#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce in the network (NCCL's CollNet over SHARP): a chain of reductions inside each node to its head, one
/// transfer of all heads to all heads through the switches that join the nodes, which add and multicast, and the chain
/// back. A hierarchy of two tiers says what the nodes are; without one every rank is one.
std::unique_ptr<Program> make_collnet_chain(const Problem& problem);

}  // namespace collsim
