#include "scenario/file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "base/error.h"

namespace collsim {
namespace {

// A device can be endless, and no topology comes near this.
constexpr std::size_t longest_file = (std::size_t{1} << 30) + 1;

[[noreturn]] void fail(const std::string& path, int error) {
  throw FileError(path + ": cannot be read: " + std::generic_category().message(error));
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

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

}  // namespace collsim
