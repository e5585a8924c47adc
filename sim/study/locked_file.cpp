#include "study/locked_file.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace collsim {
namespace {

struct flock lock_of(std::uint64_t number, short type) {
  constexpr std::uint64_t beyond_content = std::uint64_t{1} << 62;
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(beyond_content + number);
  lock.l_len = 1;
  return lock;
}

}  // namespace

LockedFile::~LockedFile() { ::close(fd_); }

void LockedFile::lock(std::uint64_t number) {
  struct flock lock = lock_of(number, F_WRLCK);
  while (::fcntl(fd_, F_OFD_SETLKW, &lock) != 0)
    if (errno != EINTR) fail("cannot be locked");
}

bool LockedFile::try_lock(std::uint64_t number) {
  struct flock lock = lock_of(number, F_WRLCK);
  if (::fcntl(fd_, F_OFD_SETLK, &lock) == 0) return true;
  if (errno != EAGAIN && errno != EACCES) fail("cannot be locked");
  return false;
}

void LockedFile::unlock(std::uint64_t number) {
  struct flock lock = lock_of(number, F_UNLCK);
  ::fcntl(fd_, F_OFD_SETLK, &lock);
}

bool LockedFile::has_name() const {
  struct stat status {};
  if (::fstat(fd_, &status) != 0) fail("cannot be read");
  return status.st_nlink > 0;
}

std::int64_t LockedFile::size() const {
  struct stat status {};
  if (::fstat(fd_, &status) != 0) fail("cannot be read");
  return status.st_size;
}

std::string LockedFile::read(std::int64_t offset, std::int64_t most) const {
  std::string text(static_cast<std::size_t>(most), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t got =
        ::pread(fd_, text.data() + have, text.size() - have, static_cast<off_t>(offset) + static_cast<off_t>(have));
    if (got < 0 && errno != EINTR) fail("cannot be read");
    if (got == 0) break;
    if (got > 0) have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return text;
}

void LockedFile::write(std::int64_t offset, const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t put = ::pwrite(fd_, text.data() + written, text.size() - written,
                                 static_cast<off_t>(offset) + static_cast<off_t>(written));
    if (put < 0 && errno != EINTR) fail("cannot write");
    if (put > 0) written += static_cast<std::size_t>(put);
  }
}

void LockedFile::cut(std::int64_t size) {
  if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) fail("cannot write");
}

void LockedFile::fail(const char* what) const {
  throw FileError(name_ + ": " + what + ": " + std::generic_category().message(errno));
}

}  // namespace collsim
