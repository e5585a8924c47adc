#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// NCCL's NVLS on a switch that reduces and multicasts: the owner of a block reads the sum of all ranks' copies, its
/// own too, and sends it to all at once, itself too. all_reduce both, a phase each; reduce_scatter the first alone,
/// all_gather the second.
std::unique_ptr<Program> make_nvls(const Problem& problem);

}  // namespace collsim
