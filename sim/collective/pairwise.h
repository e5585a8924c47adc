#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_to_all in N-1 steps: in step t every rank i sends its block for rank i+t+1 (Thakur, Rabenseifner & Gropp, Int.
/// J. High Perform. Comput. Appl. 19(1), 2005).
std::unique_ptr<Program> make_pairwise(const Problem& problem);

}  // namespace collsim
