#pragma once

#include <string>

namespace collsim {

/// The whole of a file. Throws FileError, which starts with the path and says why.
std::string read_file(const std::string& path);

/// The file's name without folders and its last ending.
std::string stem(const std::string& path);

}  // namespace collsim
