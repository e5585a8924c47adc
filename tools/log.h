#pragma once

#include <string>

#include "command_line.h"

namespace collsim {

/// Sends everything that is logged to standard error, in colour only on a terminal and without NO_COLOR: standard
/// output belongs to results.
void install_log(Verbosity verbosity);

/// For people: something about the result that they should know.
void log_note(const std::string& text);

/// With --verbose only.
void log_detail(const std::string& text);

}  // namespace collsim
