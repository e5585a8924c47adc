#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "study/locked_file.h"

namespace collsim {

/// Which sweep a journal belongs to.
struct SweepIdentity {
  std::uint64_t fingerprint = 0;
  std::size_t runs = 0;
};

/// The runs of a sweep that are done, in a file that grows by a record with a checksum for each, and the hand-out of
/// the others. Any number of threads and processes may share it. A run is handed out under a lock that goes with its
/// process, so that what a killed one had in hand is handed out again; a record that a killed one left unfinished is
/// cut off by the next to write. Thread-safe.
class SweepJournal {
 public:
  /// Opens the journal at `path`, or begins it. Throws FileError, and InputError where it is another sweep's.
  static std::unique_ptr<SweepJournal> open(const std::string& path, const SweepIdentity& identity);
  /// The same for one that is there. It is not changed.
  static std::unique_ptr<SweepJournal> open_existing(const std::string& path, const SweepIdentity& identity);
  /// One without a name, which goes with this object.
  static std::unique_ptr<SweepJournal> temporary(const SweepIdentity& identity);

  /// Hands out only every `of`th run, from number `first` on. Requires: first < of, called before claim.
  void restrict_to(std::size_t first, std::size_t of);

  /// The next run that nobody has done or has in hand; nothing where there is none at the moment.
  std::optional<std::size_t> claim();
  /// Records what a claimed run came to. Throws FileError.
  void finish(std::size_t run, std::string_view records, bool failed);
  /// Gives a claimed run back.
  void release(std::size_t run);

  bool is_done(std::size_t run) const;
  /// Of those to hand out.
  std::size_t done() const;
  std::size_t wanted() const;
  std::size_t failed() const;
  bool complete() const { return done() == wanted(); }

  /// The records of a run. Requires: it is done.
  std::string records(std::size_t run) const;

  /// Calls `write` while nobody else can do the same and takes the journal's name away afterwards; not at all where
  /// somebody else has done so. Requires: complete, and no other thread at work.
  template <class Write>
  void replace_by(Write write) {
    const LockedFile::Hold lock(file_, append_lock);
    if (!file_.has_name()) return;
    write();
    remove();
  }

 private:
  struct Place {
    std::int64_t offset = 0;  ///< of the records; 0: not done
    std::uint32_t length = 0;
    bool failed = false;
  };

  static constexpr std::uint64_t append_lock = 0;
  static constexpr std::uint64_t run_lock(std::size_t run) { return 1 + run; }

  SweepJournal(int fd, const std::string& name, const SweepIdentity& identity);

  bool begin();
  void read_new(bool cut);
  bool take_record(const std::string& text, std::size_t& at);
  bool hands_out(std::size_t run) const { return run % of_ == first_; }
  void remove();

  mutable std::mutex mutex_;
  LockedFile file_;
  SweepIdentity identity_;
  std::int64_t end_ = 0;  ///< of what has been read
  std::vector<Place> places_;
  std::vector<char> in_hand_;
  std::size_t first_ = 0, of_ = 1;
  std::size_t next_ = 0;
};

}  // namespace collsim
