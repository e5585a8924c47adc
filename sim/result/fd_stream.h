#pragma once

#include <array>
#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>

namespace collsim {

/// Whoever read our output has gone away: nothing to report, and nobody to report it to.
class ClosedPipe : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Buffers what is written to a file descriptor. Throws FileError, starting with `name`, when the system refuses it,
/// and ClosedPipe on EPIPE.
class FdBuffer : public std::streambuf {
 public:
  /// Requires: `fd` is open for writing and stays so. The caller closes it.
  FdBuffer(int fd, std::string name);

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  void write_out();

  int fd_;
  std::string name_;
  std::array<char, 1 << 16> buffer_;
};

/// A stream over a file descriptor that lets the buffer's exceptions through, so that a full disk is noticed at once
/// and with its reason. What has not been flushed when it is destroyed is dropped.
class FdStream : public std::ostream {
 public:
  FdStream(int fd, std::string name);

 private:
  FdBuffer buffer_;
};

}  // namespace collsim
