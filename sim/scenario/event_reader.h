#pragma once

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// Reads one item of `events:`. What comes back is of use only where nothing was added to `diagnostics`.
LinkEventSpec read_event(Value mapping, Diagnostics& diagnostics);

}  // namespace collsim
