#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// reduce_scatter as the reverse of recursive doubling: rank i exchanges with i xor N/2 first, each giving the other
/// half of the vector, then with i xor N/4 a quarter, and so on; where N is no power of two Bruck's steps backwards
/// (Thakur, Rabenseifner & Gropp, Int. J. High Perform. Comput. Appl. 19(1), 2005).
std::unique_ptr<Program> make_recursive_halving(const Problem& problem);

}  // namespace collsim
