#pragma once

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// Read one item each of `background:` and `stragglers:`. What comes back is of use only where nothing was
/// added to `diagnostics`.
BackgroundSpec read_background(Value mapping, Diagnostics& diagnostics);
StragglerSpec read_straggler(Value mapping, Diagnostics& diagnostics);

}  // namespace collsim
