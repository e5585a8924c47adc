#pragma once

#include "common_options.h"

namespace collsim {

/// Makes the command `algorithms`, which fills in `options`. Requires: they outlive the app.
void add_algorithms_options(CLI::App& app, AlgorithmsOptions& options);

/// The command, if it is whole. Throws UsageError.
AlgorithmsOptions checked(const AlgorithmsOptions& options);

}  // namespace collsim
