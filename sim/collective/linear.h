#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// scatter and gather in one step: the root sends every rank its block, or receives it from them (nccl-tests' scatter
/// and gather: a group of sends and receives).
std::unique_ptr<Program> make_linear(const Problem& problem);

}  // namespace collsim
