#pragma once

#include "command_line.h"

namespace collsim {

/// `collsim compare`: tells what changed between two results, on standard output or as JSON. Returns the exit status 0.
int compare(const CompareCommand& command);

}  // namespace collsim
