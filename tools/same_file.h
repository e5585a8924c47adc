#pragma once

#include <string>

namespace collsim {

/// Whether two paths lead to one file, by device and inode where both are there, else by the canonical paths.
bool same_file(const std::string& a, const std::string& b);

}  // namespace collsim
