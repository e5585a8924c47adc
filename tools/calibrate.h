#pragma once

#include "study_options.h"

namespace collsim {

/// `collsim calibrate`: writes a `model:` mapping with what the fit says in comments. Returns the exit status. Throws
/// as the readers and the simulation do.
int calibrate_command(const CalibrateOptions& options);

}  // namespace collsim
