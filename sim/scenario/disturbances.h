#pragma once

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// Read one item each of `background:` and `stragglers:`. What comes back is of use only where nothing was
/// added to `diagnostics`.
BackgroundSpec read_background(Value mapping, Diagnostics& diagnostics);
StragglerSpec read_straggler(Value mapping, Diagnostics& diagnostics);

/// Complains of a stop that is not after the start.
void check_stop_after(const Fields& fields, Instant start, const std::optional<Instant>& stop);

}  // namespace collsim
