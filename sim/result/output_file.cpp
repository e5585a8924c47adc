#include "result/output_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/error.h"

namespace collsim {
namespace {

namespace fs = std::filesystem;

FileError failure(const std::string& path, const char* what, int error) {
  return FileError(path + ": " + what + ": " + std::generic_category().message(error));
}

int open_for_writing(const std::string& file, int flags, const std::string& path) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (fd < 0) throw failure(path, "cannot open for writing", errno);
  return fd;
}

/// Where the file itself stands: a rename would replace a symbolic link by a file.
std::string behind_link(const std::string& path) {
  std::error_code unresolved;
  if (!fs::is_symlink(path, unresolved)) return path;
  const fs::path real = fs::canonical(path, unresolved);
  return unresolved ? path : real.string();
}

/// A device, a pipe, a socket: nothing can be renamed onto it.
bool written_in_place(const std::string& path) {
  std::error_code absent;
  const fs::file_status status = fs::status(path, absent);
  if (fs::is_directory(status)) throw failure(path, "cannot open for writing", EISDIR);
  return fs::exists(status) && !fs::is_regular_file(status);
}

std::string temporary_beside(const std::string& path) {
  const fs::path place(path);
  return (place.parent_path() / ('.' + place.filename().string() + '.' + std::to_string(::getpid()) + ".tmp")).string();
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)), standard_output_(path_ == "-") {
  if (standard_output_) {
    fd_ = STDOUT_FILENO;
    path_ = "standard output";
  } else if (written_in_place(path_)) {
    fd_ = open_for_writing(path_, 0, path_);
  } else {
    open_temporary();
  }
  stream_.emplace(fd_, path_);
}

OutputFile::~OutputFile() {
  if (fd_ >= 0 && !standard_output_) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::finish() {
  stream_->flush();
  stream_.reset();
  const int fd = std::exchange(fd_, -1);
  if (!standard_output_ && ::close(fd) != 0) throw failure(path_, "cannot write", errno);
}

void OutputFile::commit() {
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) throw failure(path_, "cannot put in place", errno);
  temporary_.clear();
}

void OutputFile::open_temporary() {
  if (path_.empty()) throw failure("''", "cannot open for writing", ENOENT);
  path_ = behind_link(path_);
  // A rename asks for the directory's permission alone; a file that its owner made read-only is not to be replaced.
  if (::access(path_.c_str(), W_OK) != 0 && errno != ENOENT) throw failure(path_, "cannot open for writing", errno);
  const std::string temporary = temporary_beside(path_);
  fd_ = open_for_writing(temporary, O_CREAT | O_TRUNC, path_);
  temporary_ = temporary;
}

}  // namespace collsim
