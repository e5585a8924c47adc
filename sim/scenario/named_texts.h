#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace collsim {

/// The texts of all files that a YAML text names, in order, and of those that they name in turn: every scalar that is
/// the name of a readable file, relative to the folder of `file`, whatever it stands for. Each file counts once.
/// Nothing for a text that is no YAML.
std::vector<std::string> named_texts(std::string_view yaml, const std::string& file);

}  // namespace collsim
