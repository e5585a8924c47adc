#pragma once

#include <optional>
#include <string>

#include "flow/solver.h"

namespace collsim {

/// Proves an allocation right in one pass over it, knowing nothing of how it was found: no resource gives more than it
/// has (not checked under `none`), and under max_min every flow has a bottleneck: a saturated resource on which no flow
/// of its class has a higher rate per weight, or its own cap; saturated by its class and those above. Returns what is
/// wrong, or nothing. Tolerance: 1e-9 relative.
std::optional<std::string> find_unfairness(const RateProblem& problem, const std::vector<double>& rate,
                                           Sharing sharing);

}  // namespace collsim
