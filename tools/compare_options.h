#pragma once

#include "command_line.h"

namespace CLI {
class App;
}

namespace collsim {

/// Makes the command `compare`, which fills in `command`. Requires: `command` outlives the app.
void add_compare_options(CLI::App& app, CompareCommand& command);

/// The command, if it is whole. Throws UsageError.
CompareCommand checked(const CompareCommand& command);

}  // namespace collsim
