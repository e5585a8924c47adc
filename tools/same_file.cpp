#include "same_file.h"

#include <filesystem>
#include <system_error>

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// Made absolute first: of a relative path of which nothing is there, the rest would stay relative.
fs::path canonical(const std::string& path, std::error_code& unresolved) {
  return fs::weakly_canonical(fs::absolute(path), unresolved);
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
  std::error_code absent, unresolved;
  if (fs::equivalent(a, b, absent)) return true;
  const fs::path real = canonical(a, unresolved);
  return !unresolved && real == canonical(b, unresolved);
}

}  // namespace collsim
