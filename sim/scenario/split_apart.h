#pragma once

#include "base/error.h"
#include "scenario/scenario.h"

namespace collsim {

/// Puts in the place of each collective with a `split` one for each of its groups, by ascending color, with ranks in
/// order: `grad[0]`, `grad[1]`, … Who waits for the collective waits for all of them.
void split_apart(Scenario& scenario, Diagnostics& diagnostics);

}  // namespace collsim
