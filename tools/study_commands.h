#pragma once

#include "study_options.h"

namespace CLI {
class App;
}

namespace collsim {

/// Declare the options of `validate` and `calibrate` on their subcommands. Requires: `options` outlives the app.
void declare_validate(CLI::App& command, ValidateOptions& options);
void declare_calibrate(CLI::App& command, CalibrateOptions& options);

/// Throw UsageError where options contradict each other or something is missing.
void check(const ValidateOptions& options);
void check(const CalibrateOptions& options);

}  // namespace collsim
