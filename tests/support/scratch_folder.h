#pragma once

#include <filesystem>
#include <string>

namespace collsim::test {

/// An empty folder of its own, taken away with everything in it at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;
  /// How many files and folders stand in it.
  std::size_t count() const;

 private:
  std::filesystem::path path_;
};

/// The whole of a file.
std::string read_file(const std::string& path);

}  // namespace collsim::test
