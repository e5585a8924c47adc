#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// broadcast from the root along all ranks in order, and reduce along them to it. A phase a hop: with `chunks` the hops
/// overlap, and the time hardly grows with the ranks.
std::unique_ptr<Program> make_chain(const Problem& problem);

}  // namespace collsim
