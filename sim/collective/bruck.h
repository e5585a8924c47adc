#pragma once

#include <memory>

#include "collective/gather_plan.h"
#include "collective/problem.h"

namespace collsim {

/// all_to_all and all_gather in ⌈log2 N⌉ steps for any N; in step k rank i sends to i+2^k (Bruck, Ho, Kipnis, Upfal &
/// Weathersby, IEEE Trans. Parallel Distrib. Syst. 8(11), 1997). all_gather: all that it holds, as far as the receiver
/// lacks it. all_to_all: all blocks that it holds whose index, (destination - origin) mod N, has bit k set.
std::unique_ptr<Program> make_bruck(const Problem& problem);

/// The steps of the all_gather.
std::unique_ptr<const GatherPlan> make_bruck_plan(int ranks);

}  // namespace collsim
