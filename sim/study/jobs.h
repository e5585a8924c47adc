#pragma once

#include "result/result.h"
#include "scenario/scenario.h"
#include "workload/replay.h"

namespace collsim {

/// Adds to each run of a `result` what the jobs of its scenario took, and what those take that are to run `alone`:
/// their collectives without all others and without background and noise, under the same events and stragglers; waits
/// for collectives of others fall away. Does nothing where there are no jobs, or where the result is not whole. Stops,
/// with the result as interrupted, when `options` ask for it. Requires: the result of `scenario`. Throws
/// SimulationError where a job cannot finish by itself.
void compare_jobs(const Scenario& scenario, const ReplayOptions& options, Result& result);

}  // namespace collsim
