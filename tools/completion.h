#pragma once

#include <string>

namespace CLI {
class App;
}

namespace collsim {

/// A script by which that shell completes commands, options and files; `shell` is bash, zsh or fish. Throws UsageError
/// for another.
std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace collsim
