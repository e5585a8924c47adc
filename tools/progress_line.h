#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "result/observer.h"

namespace collsim {

/// One line on a terminal that says how far a long run is: silent for the first second, rewritten at most four times a
/// second, erased at the end.
class ProgressLine : public Observer {
 public:
  /// Requires: `terminal` outlives the line.
  explicit ProgressLine(std::FILE* terminal) : terminal_(terminal) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() override { erase(); }

  void run_started(Bytes size) override;
  void run_ended(const RunResult&) override { erase(); }
  bool wants_flows() const override { return false; }
  void progress(Instant now, double share) override;
  /// One more of `of` candidates for an algorithm is being simulated.
  void choosing(const std::string& what, std::size_t done, std::size_t of);
  /// So many of `of` comparisons of one kind are done.
  void compared(const std::string& what, int done, int of);
  /// So many runs of a study are done.
  void counted(std::size_t done, std::size_t of);

 private:
  using Clock = std::chrono::steady_clock;

  bool due();
  void show(const std::string& text);
  void erase();

  std::FILE* terminal_;
  Clock::time_point begin_ = Clock::now();  ///< of the current run
  Clock::time_point next_ = begin_ + std::chrono::seconds(1);
  Bytes size_ = 0;
  bool shown_ = false;
  std::optional<std::size_t> done_before_;  ///< when the counting began
};

/// Standard error is a terminal where such a line can be: not one that calls itself dumb.
bool on_terminal();

/// The line's text: the size (none where 0 is given), simulated time, share done and how long the rest will take at the
/// pace so far.
std::string progress_text(Bytes size, Instant now, double share, std::chrono::duration<double> elapsed);

/// A bar, how many runs are done, and how long the rest will take at the pace of those that this process saw done.
std::string counting_text(std::size_t done, std::size_t of, std::size_t done_before,
                          std::chrono::duration<double> elapsed);

}  // namespace collsim
