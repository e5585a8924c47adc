#pragma once

#include "command_line.h"

namespace collsim {

/// `collsim sweep`: runs a scenario in many variants and writes a row for each. Returns the exit status: 0 also where
/// runs failed, which are rows; 130 where a SIGINT cut it short: what is done is kept for the next time, or printed
/// where the rows go to standard output.
int sweep(const SweepCommand& command);

}  // namespace collsim
