#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command_line.h"

namespace CLI {
class App;
}

namespace collsim {

// Options that several commands have. What they fill in has to outlive the app.

/// An option that takes a file's name, or `-`.
void add_output(CLI::App& app, const std::string& name, std::optional<std::string>& file, const std::string& help);

/// --set.
void add_settings(CLI::App& app, std::vector<std::string>& settings, const std::string& help);

/// --quiet.
void add_quiet(CLI::App& app, Verbosity& verbosity);

/// --quiet and --verbose, of which only one can be given.
void add_verbosity(CLI::App& app, Verbosity& verbosity);

/// -b, -e and -f as they were typed.
struct SizeTexts {
  std::string min, max, factor;
};

void add_sizes(CLI::App& app, SizeTexts& texts);

/// The sizes to run; either end of the range stands for both when it is alone. Nothing where none was given. Throws
/// UsageError.
std::optional<Overrides::Sweep> sizes_of(const SizeTexts& texts);

}  // namespace collsim
