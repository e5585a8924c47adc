#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce, reduce_scatter and all_gather around a ring: every step each rank i sends one block to i+1 (Patarasuk &
/// Yuan, J. Parallel Distrib. Comput. 69(2), 2009). N-1 steps each; all_reduce is the two in a row, as one phase.
/// With Problem::orders a channel goes round in its order, and rank r's block stays block r.
std::unique_ptr<Program> make_ring(const Problem& problem);

}  // namespace collsim
