#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce by recursive halving, then the same steps backwards. With P the greatest power of two <= N, step
/// k = 1 … log2 P exchanges M/2^k between i and i xor 2^(k-1): near partners get the big messages, as in MPICH. Where N
/// is no power of two the ranks are folded to P (Rabenseifner, ICCS 2004; Thakur, Rabenseifner & Gropp, 2005).
std::unique_ptr<Program> make_rabenseifner(const Problem& problem);

}  // namespace collsim
