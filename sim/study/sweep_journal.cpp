#include "study/sweep_journal.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mixing.h"

namespace collsim {
namespace {

constexpr std::string_view kind = "collsim-sweep/1";

std::string header_of(const SweepIdentity& identity) {
  return fmt::format("{} {:016x} {}\n", kind, identity.fingerprint, identity.runs);
}

/// Before its records a run has a line of fixed length: its number, how many bytes follow, whether it failed, and a
/// checksum of all that.
constexpr std::size_t line_length = 10 + 1 + 10 + 1 + 1 + 1 + 16 + 1;

std::string line_of(std::size_t run, std::string_view records, bool failed) {
  const std::string facts = fmt::format("{:010} {:010} {:d} ", run, records.size(), failed);
  return fmt::format("{}{:016x}\n", facts, mixed_bits(mixed_bits(facts), mixed_bits(records)));
}

std::optional<std::size_t> digits_at(std::string_view text, std::size_t at) {
  std::size_t value = 0;
  const char* begin = text.data() + at;
  const auto [end, error] = std::from_chars(begin, begin + 10, value);
  return error == std::errc() && end == begin + 10 ? std::optional(value) : std::nullopt;
}

int open_file(const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0666);
  if (fd < 0) throw FileError(path + ": cannot be opened: " + std::generic_category().message(errno));
  return fd;
}

}  // namespace

SweepJournal::SweepJournal(int fd, const std::string& name, const SweepIdentity& identity)
    : file_(fd, name), identity_(identity), places_(identity.runs), in_hand_(identity.runs) {}

std::unique_ptr<SweepJournal> SweepJournal::open(const std::string& path, const SweepIdentity& identity) {
  while (true) {
    std::unique_ptr<SweepJournal> journal(new SweepJournal(open_file(path, O_CREAT), path, identity));
    // Between the opening and the first lock somebody else may have ended the sweep.
    if (journal->begin()) return journal;
  }
}

std::unique_ptr<SweepJournal> SweepJournal::open_existing(const std::string& path, const SweepIdentity& identity) {
  std::unique_ptr<SweepJournal> journal(new SweepJournal(open_file(path, 0), path, identity));
  const std::string header = header_of(identity);
  const LockedFile::Hold lock(journal->file_, append_lock);
  const std::string found = journal->file_.read(0, static_cast<std::int64_t>(header.size()));
  if (header.rfind(found, 0) != 0)
    throw InputError({{path, {}, "is no part of this sweep as it and its files are now"}});
  journal->end_ = static_cast<std::int64_t>(header.size());
  journal->read_new(false);
  return journal;
}

std::unique_ptr<SweepJournal> SweepJournal::temporary(const SweepIdentity& identity) {
  std::string path = (std::filesystem::temp_directory_path() / "collsim-sweep-XXXXXX").string();
  const int fd = ::mkostemp(path.data(), O_CLOEXEC);
  if (fd < 0) throw FileError(path + ": cannot be opened: " + std::generic_category().message(errno));
  std::unique_ptr<SweepJournal> journal(new SweepJournal(fd, path, identity));
  journal->begin();
  journal->remove();
  return journal;
}

/// False where the file has no name any more.
bool SweepJournal::begin() {
  const LockedFile::Hold lock(file_, append_lock);
  if (!file_.has_name()) return false;
  const std::string header = header_of(identity_);
  const std::string found = file_.read(0, static_cast<std::int64_t>(header.size()));
  // Nothing, or what came of the header until its writer was killed.
  if (found.size() < header.size() && header.rfind(found, 0) == 0) {
    file_.cut(0);
    file_.write(0, header);
  } else if (found != header) {
    throw InputError(
        {{file_.name(),
          {},
          "holds what another sweep has done, or this one before its files or collsim changed: remove it to "
          "begin anew, or name another output"}});
  }
  end_ = static_cast<std::int64_t>(header.size());
  read_new(true);
  return true;
}

void SweepJournal::restrict_to(std::size_t first, std::size_t of) {
  const std::lock_guard hold(mutex_);
  first_ = first;
  of_ = of;
  next_ = first;
}

std::optional<std::size_t> SweepJournal::claim() {
  const std::lock_guard hold(mutex_);
  const LockedFile::Hold lock(file_, append_lock);
  read_new(true);
  // From where the last one was found, once around: what others have in hand is not asked for again and again.
  for (std::size_t tried = first_; tried < identity_.runs; tried += of_) {
    if (next_ >= identity_.runs) next_ = first_;
    const std::size_t run = std::exchange(next_, next_ + of_);
    if (places_[run].offset != 0 || in_hand_[run] != 0 || !file_.try_lock(run_lock(run))) continue;
    in_hand_[run] = 1;
    return run;
  }
  return {};
}

void SweepJournal::finish(std::size_t run, std::string_view records, bool failed) {
  const std::lock_guard hold(mutex_);
  const LockedFile::Hold lock(file_, append_lock);
  read_new(true);
  file_.write(end_, line_of(run, records, failed).append(records));
  read_new(true);
  in_hand_[run] = 0;
  file_.unlock(run_lock(run));
}

void SweepJournal::release(std::size_t run) {
  const std::lock_guard hold(mutex_);
  in_hand_[run] = 0;
  file_.unlock(run_lock(run));
}

bool SweepJournal::is_done(std::size_t run) const {
  const std::lock_guard hold(mutex_);
  return places_[run].offset != 0;
}

std::size_t SweepJournal::done() const {
  const std::lock_guard hold(mutex_);
  std::size_t count = 0;
  for (std::size_t run = first_; run < identity_.runs; run += of_) count += places_[run].offset != 0 ? 1 : 0;
  return count;
}

std::size_t SweepJournal::wanted() const {
  return first_ < identity_.runs ? (identity_.runs - first_ + of_ - 1) / of_ : 0;
}

std::size_t SweepJournal::failed() const {
  const std::lock_guard hold(mutex_);
  return static_cast<std::size_t>(
      std::count_if(places_.begin(), places_.end(), [](const Place& p) { return p.failed; }));
}

std::string SweepJournal::records(std::size_t run) const {
  const Place& place = places_[run];
  return file_.read(place.offset, place.length);
}

/// Takes in what has been appended since the last time. `cut`: what follows the last whole record goes, so that the
/// next one is found. Requires: the lock for appending.
void SweepJournal::read_new(bool cut) {
  const std::int64_t size = file_.size();
  if (size <= end_) return;
  const std::string text = file_.read(end_, size - end_);
  std::size_t at = 0;
  while (take_record(text, at)) {
  }
  end_ += static_cast<std::int64_t>(at);
  if (cut && at < text.size()) file_.cut(end_);
}

bool SweepJournal::take_record(const std::string& text, std::size_t& at) {
  if (text.size() - at < line_length) return false;
  const auto run = digits_at(text, at), length = digits_at(text, at + 11);
  if (!run || !length || *run >= places_.size() || text.size() - at - line_length < *length) return false;
  const std::string_view records = std::string_view(text).substr(at + line_length, *length);
  const bool failed = text[at + 22] == '1';
  if (text.compare(at, line_length, line_of(*run, records, failed)) != 0) return false;
  const std::int64_t offset = end_ + static_cast<std::int64_t>(at + line_length);
  places_[*run] = {offset, static_cast<std::uint32_t>(*length), failed};
  at += line_length + *length;
  return true;
}

void SweepJournal::remove() {
  if (::unlink(file_.name().c_str()) != 0)
    throw FileError(file_.name() + ": cannot be removed: " + std::generic_category().message(errno));
}

}  // namespace collsim
