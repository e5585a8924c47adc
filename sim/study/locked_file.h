#pragma once

#include <cstdint>
#include <string>

namespace collsim {

/// An open file, and locks on numbers that belong to it: whoever else has the file open, in any process, can not have
/// the same number at that time. A process that ends, in whatever way, leaves none behind. (Locks of an open file
/// description, fcntl(2), on single bytes beyond any content.)
class LockedFile {
 public:
  /// Takes over `fd`, open for reading and writing; errors begin with `name`.
  LockedFile(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile();

  int fd() const { return fd_; }
  const std::string& name() const { return name_; }

  /// Waits for it. Throws FileError where the file system knows no locks.
  void lock(std::uint64_t number);
  /// False where somebody else has it.
  bool try_lock(std::uint64_t number);
  void unlock(std::uint64_t number);

  /// Whether some folder still has the file.
  bool has_name() const;
  std::int64_t size() const;
  /// The bytes from `offset` on, at most `most` of them.
  std::string read(std::int64_t offset, std::int64_t most) const;
  /// Throws FileError where not all of it can be written.
  void write(std::int64_t offset, const std::string& text);
  void cut(std::int64_t size);

  /// Gives the number back at its end.
  class Hold {
   public:
    Hold(LockedFile& file, std::uint64_t number) : file_(file), number_(number) { file_.lock(number_); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold() { file_.unlock(number_); }

   private:
    LockedFile& file_;
    std::uint64_t number_;
  };

 private:
  [[noreturn]] void fail(const char* what) const;

  int fd_;
  std::string name_;
};

}  // namespace collsim
