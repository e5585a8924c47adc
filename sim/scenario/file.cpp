#include "scenario/file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.h"

namespace collsim {
namespace {

namespace fs = std::filesystem;

// A device can be endless, and no topology comes near this.
constexpr std::size_t longest_file = (std::size_t{1} << 30) + 1;

[[noreturn]] void fail(const std::string& path, int error) {
  throw FileError(path + ": cannot be read: " + std::generic_category().message(error));
}

/// In order, so that no message depends on that of the folder.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code unreadable;
  fs::directory_iterator at(folder.empty() ? "." : folder, unreadable);
  for (; !unreadable && at != fs::directory_iterator(); at.increment(unreadable)) {
    std::error_code gone;
    if (at->is_regular_file(gone)) names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::string read_file(const std::string& path) {
  errno = 0;
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(path, errno);
  std::string text;
  std::vector<char> block(std::size_t{1} << 16);
  while (text.size() < longest_file) {
    const std::size_t got = std::fread(block.data(), 1, block.size(), file.get());
    text.append(block.data(), got);
    if (std::ferror(file.get()) != 0) fail(path, errno);
    if (got < block.size()) break;
  }
  return text;
}

std::string nearest_file(const std::string& path) {
  const std::string wanted = fs::path(path).filename().string();
  const std::vector<std::string> names = files_in(fs::path(path).parent_path());
  const auto same = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return stem(name) == wanted || stem(name) == stem(wanted);
  });
  if (same != names.end()) return *same;
  return std::string(nearest(wanted, std::vector<std::string_view>(names.begin(), names.end())));
}

std::string stem(const std::string& path) { return fs::path(path).stem().string(); }

}  // namespace collsim
