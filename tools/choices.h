#pragma once

#include "command_line.h"

namespace collsim {

/// `collsim algorithms --for SCENARIO`: prints what `auto` chooses for each collective up to which size. Returns the
/// exit status: 0, or 130 where a SIGINT cut it short. Requires: a scenario.
int list_choices(const AlgorithmsOptions& options);

}  // namespace collsim
