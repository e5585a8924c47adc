#pragma once

#include "result/result.h"
#include "scenario/scenario.h"

namespace collsim {

/// Some collective has `algorithm: auto`.
bool has_automatic(const Scenario& scenario);

/// The scenario as it runs at the `size_index`th size of its sweep: with what was chosen for that size in place of
/// `auto`. Requires: every automatic collective has its choices.
Scenario as_chosen(const Scenario& scenario, std::size_t size_index);

/// The same with no sweep left: the swept collective has that size alone.
Scenario at_size(const Scenario& scenario, std::size_t size_index);

/// Puts beside each result of such a run how its algorithm was chosen.
void tell_choices(const Scenario& as_chosen, RunResult& run);

}  // namespace collsim
