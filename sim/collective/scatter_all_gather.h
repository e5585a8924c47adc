#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// broadcast as a binomial scatter and a ring all_gather (van de Geijn; MPICH's choice for long messages: Thakur,
/// Rabenseifner & Gropp, Int. J. High Perform. Comput. Appl. 19(1), 2005); reduce backwards, as a ring reduce_scatter
/// and a binomial gather.
std::unique_ptr<Program> make_scatter_all_gather(const Problem& problem);

}  // namespace collsim
