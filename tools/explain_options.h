#pragma once

#include "common_options.h"

namespace collsim {

/// Makes the command `explain`, which fills in the other two. Requires: both outlive the app.
void add_explain_options(CLI::App& app, ExplainCommand& command, SizeTexts& sizes);

/// The command, if it is whole. Throws UsageError.
ExplainCommand checked(ExplainCommand command, const SizeTexts& sizes);

}  // namespace collsim
