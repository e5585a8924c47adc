#pragma once

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace collsim {

/// Reads one item of `noise:`. What comes back is of use only where nothing was added to `diagnostics`.
NoiseSpec read_noise(Value mapping, Diagnostics& diagnostics);

}  // namespace collsim
