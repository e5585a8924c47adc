#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// broadcast, reduce, scatter and gather over a binomial tree in ⌈log2 N⌉ levels (MPICH; Thakur, Rabenseifner & Gropp,
/// Int. J. High Perform. Comput. Appl. 19(1), 2005). Away from the root the far half is served first, towards it last;
/// a scatter or gather moves with each message the blocks of all that hang below its lower end. A phase a level.
std::unique_ptr<Program> make_binomial(const Problem& problem);

}  // namespace collsim
