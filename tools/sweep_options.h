#pragma once

#include "command_line.h"

namespace CLI {
class App;
}

namespace collsim {

/// Makes the command `sweep`, which fills in `command`. Requires: `command` outlives the app.
void add_sweep_options(CLI::App& app, SweepCommand& command);

/// The command, if its options go together. Throws UsageError.
SweepCommand checked(const SweepCommand& command);

}  // namespace collsim
