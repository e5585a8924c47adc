#pragma once

#include "command_line.h"

namespace collsim {

/// `collsim run`: simulates a scenario and writes what was asked for. Returns the exit status: 0, or 130 where a SIGINT
/// cut it short. Nothing is simulated unless every file can be written, and on failure none is, but for a sweep of
/// which some sizes had ended: those are written before SimulationError tells of the one that could not.
int run(const RunOptions& options);

}  // namespace collsim
