#pragma once

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// What the sections of a scenario ask of each other: something to run that ends, one sweep at most, and nothing beside
/// `rates: per_step` that it cannot do. `fields` is the scenario's mapping.
void check_rules(const Scenario& scenario, const Fields& fields);

}  // namespace collsim
