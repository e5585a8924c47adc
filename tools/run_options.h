#pragma once

#include "common_options.h"

namespace collsim {

/// Makes the command `run`, which fills in the other two. Requires: both outlive the app.
void add_run_options(CLI::App& app, RunOptions& options, SizeTexts& sizes);

/// The command, if it is whole. Throws UsageError.
RunOptions checked(RunOptions options, const SizeTexts& sizes);

/// One of the files is standard output.
bool holds_standard_output(const RunOptions& options);

}  // namespace collsim
