#include "result/fd_stream.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "base/error.h"

namespace collsim {

FdBuffer::FdBuffer(int fd, std::string name) : fd_(fd), name_(std::move(name)) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

FdBuffer::int_type FdBuffer::overflow(int_type c) {
  write_out();
  return traits_type::eq_int_type(c, traits_type::eof()) ? traits_type::not_eof(c)
                                                         : sputc(traits_type::to_char_type(c));
}

int FdBuffer::sync() {
  write_out();
  return 0;
}

void FdBuffer::write_out() {
  const char* next = pbase();
  const char* end = pptr();
  // Emptied first: after a failure nothing must be written twice.
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  while (next != end) {
    const ssize_t written = ::write(fd_, next, static_cast<std::size_t>(end - next));
    if (written >= 0) {
      next += written;
    } else if (errno == EPIPE) {
      throw ClosedPipe(name_ + ": closed by its reader");
    } else if (errno != EINTR) {
      throw FileError(name_ + ": cannot write: " + std::generic_category().message(errno));
    }
  }
}

FdStream::FdStream(int fd, std::string name) : std::ostream(nullptr), buffer_(fd, std::move(name)) {
  rdbuf(&buffer_);
  exceptions(std::ios::badbit);
}

}  // namespace collsim
