#pragma once

#include "scenario/scenario.h"

namespace collsim {

/// `collsim run --verify-trace`: prints on standard output, for each collective at its first size, who owns which block
/// after each step. Throws CheckError where a schedule does not do what its operation promises, InputError where the
/// topology is wrong.
int verify_trace(const Scenario& scenario);

}  // namespace collsim
