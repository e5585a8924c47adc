#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce in two steps: every rank sends each other one's block to it, then the sum of its own block to all (vLLM's
/// and TensorRT-LLM's custom all-reduce): a direct reduce_scatter and a direct all_gather.
std::unique_ptr<Program> make_two_shot(const Problem& problem);

}  // namespace collsim
