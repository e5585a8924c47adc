#pragma once

#include "study_options.h"

namespace CLI {
class App;
}

namespace collsim {

/// Make the commands `validate` and `calibrate`, which fill in `options`. Requires: `options` outlives the app.
void add_validate_options(CLI::App& app, ValidateOptions& options);
void add_calibrate_options(CLI::App& app, CalibrateOptions& options);

/// The command, if its options go together. Throws UsageError.
ValidateOptions checked(const ValidateOptions& options);
CalibrateOptions checked(const CalibrateOptions& options);

}  // namespace collsim
