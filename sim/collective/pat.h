#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// Parallel aggregated trees (Jeaugey, arXiv:2506.20252, 2025; in NCCL since 2.23), with buffers for all that a step
/// aggregates: all_gather in ⌈log2 N⌉ steps for any N with the far partners first, so that the big messages of the end
/// go to near ones. A block's offset is how far it has come from its rank; at distance d = N'/2 … 1, N' the next power
/// of two, each rank sends every block that it holds at an offset o ≡ 0 mod 2d with o + d < N. reduce_scatter is the
/// reverse.
std::unique_ptr<Program> make_pat(const Problem& problem);

}  // namespace collsim
