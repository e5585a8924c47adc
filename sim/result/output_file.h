#pragma once

#include <optional>
#include <string>

#include "result/fd_stream.h"

namespace collsim {

/// A result file that appears whole or not at all: written to a temporary beside its place and renamed at the end. `-`
/// is standard output; that and other things that are no plain files (/dev/null, a pipe) are written in place.
class OutputFile {
 public:
  /// Opens it for writing. Throws FileError where that cannot work: no such directory, a directory, no permission.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Unless committed, takes the temporary away.
  ~OutputFile();

  bool is_standard_output() const { return standard_output_; }

  /// Throws as FdBuffer does. Requires: not finished.
  std::ostream& stream() { return *stream_; }

  /// Writes out what is buffered and closes. Throws FileError where the file's bytes did not reach it.
  void finish();

  /// Puts the file in its place. Requires: finished. Throws FileError.
  void commit();

 private:
  void open_temporary();

  std::string path_;
  std::string temporary_;  ///< empty when written in place
  bool standard_output_;
  int fd_ = -1;
  std::optional<FdStream> stream_;
};

}  // namespace collsim
