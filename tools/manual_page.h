#pragma once

#include <string>

namespace CLI {
class App;
}

namespace collsim {

/// The manual page (man(7)) of a program with its commands, options, examples and exit statuses: what `--help` says.
std::string manual_page(const CLI::App& app, const std::string& version);

}  // namespace collsim
