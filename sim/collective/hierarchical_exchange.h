#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_to_all tier by tier: inside the board each rank first hands every block to the neighbour whose position is that
/// of the block's destination; then each position exchanges along its rail, one message a board (the aggregation of
/// NCCL's PXN). S-1 steps of M/S a tier; a phase a tier.
std::unique_ptr<Program> make_hierarchical_exchange(const Problem& problem);

}  // namespace collsim
