#pragma once

#include <string>

namespace collsim {

/// The whole of a file. Throws FileError, which starts with the path and says why.
std::string read_file(const std::string& path);

/// The name of the file in the folder of `path`, which is none, that `path` was probably to name: the same but for its
/// ending, else the nearest. Empty where there is none.
std::string nearest_file(const std::string& path);

/// The file's name without folders and its last ending.
std::string stem(const std::string& path);

}  // namespace collsim
