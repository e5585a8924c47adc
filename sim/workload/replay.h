#pragma once

#include <stop_token>

#include "result/observer.h"
#include "result/result.h"
#include "scenario/scenario.h"

namespace collsim {

/// Minutes of one core, where nothing is settled together.
inline constexpr double kMostMessages = 2e9;

struct ReplayOptions {
  bool check = false;                    ///< prove every allocation and every schedule
  Observer* observer = nullptr;          ///< may be null
  std::stop_token stop;                  ///< interrupts between two events; the result then holds what had ended
  double most_messages = kMostMessages;  ///< a run that would simulate more than these one by one is refused
};

/// Runs a scenario, once per size from time 0 each, and reports what happened. Requires: what is left to `auto` has
/// been chosen (study/choose.h). Throws InputError where the scenario and its topology disagree, SimulationError where
/// the run cannot finish (naming every blocked operation and what it waits for; sizes that had finished are returned
/// instead, with the failure), CheckError where `check` finds an unfair allocation or a wrong schedule.
Result replay(const Scenario& scenario, const ReplayOptions& options = {});

}  // namespace collsim
