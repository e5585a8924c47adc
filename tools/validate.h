#pragma once

#include "study_options.h"

namespace collsim {

/// `collsim validate`. Returns the exit status: 0, 1 where a target is missed, 130 where interrupted. Throws as the
/// readers and the simulation do.
int validate_command(const ValidateOptions& options);

}  // namespace collsim
