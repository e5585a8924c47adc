#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce in one step: every rank sends its whole vector to every other and adds what comes (vLLM's and
/// TensorRT-LLM's custom all-reduce for small messages).
std::unique_ptr<Program> make_one_shot(const Problem& problem);

}  // namespace collsim
