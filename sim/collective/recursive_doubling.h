#pragma once

#include <memory>

#include "collective/gather_plan.h"
#include "collective/problem.h"

namespace collsim {

/// Rank i exchanges with i xor 2^k in step k (Thakur, Rabenseifner & Gropp, Int. J. High Perform. Comput. Appl. 19(1),
/// 2005). all_gather: all that both hold; Bruck's steps where N is no power of two. all_reduce: the whole vector in
/// every step; where N is no power of two the ranks are folded to one (see Fold).
std::unique_ptr<Program> make_recursive_doubling(const Problem& problem);

/// The steps of the all_gather.
std::unique_ptr<const GatherPlan> make_recursive_doubling_plan(int ranks);

}  // namespace collsim
