#pragma once

#include <functional>
#include <stop_token>

#include "result/result.h"
#include "scenario/scenario.h"

namespace collsim {

/// What a scenario comes to over its seeds.
struct RepeatOptions {
  /// The scenario as it is with another seed, nothing left to `auto`.
  std::function<Scenario(std::uint64_t seed)> with_seed;
  std::stop_token stop;
  std::function<void(int done, int of)> progress;  ///< may be empty
};

/// Runs a scenario again with each seed after its own, `scenario.repeats` runs in all, and adds to the `result` of the
/// first how the times of each collective spread. Stops at the first seed with which the run fails, and says so in the
/// result, or when it is asked to; the spread is then that of the seeds before. Requires: the result of `scenario`.
void repeat(const Scenario& scenario, const RepeatOptions& options, Result& result);

}  // namespace collsim
