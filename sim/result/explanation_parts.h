#pragma once

#include <ostream>
#include <string>

#include "result/explanation.h"

namespace collsim {

// The parts of write_explanation(), and how they say things.

void write_in_short(const Explanation& e, std::ostream& out);
void write_ledgers_of(const Explanation& e, std::ostream& out);
void write_path(const OperationExplanation& operation, std::ostream& out);
void write_steps(const OperationExplanation& operation, std::ostream& out);
void write_busiest(const Explanation& e, std::ostream& out);
void write_traffic(const Explanation& e, std::ostream& out);
void write_crossings(const OperationExplanation& operation, std::ostream& out);
void write_bound(const OperationExplanation& operation, std::ostream& out);
void write_sensitivity(const Explanation& e, std::ostream& out);

/// `12.34`, microseconds.
std::string us_text(Duration time);
/// `1.875 GB`, powers of 1000.
std::string bytes_text(double bytes);
/// `33.1 %`.
std::string percent_text(double part, double whole);
/// `×1.78`.
std::string times_text(double factor);
/// `3 flows`, `1 flow`.
std::string count_text(std::int64_t count, const char* one);
double ratio(Duration a, Duration b);

/// How an operation's steps are called: as it has phases, chunks and channels.
class StepNames {
 public:
  explicit StepNames(const OperationExplanation& operation);
  /// `step 3`, `phase 2 step 3, chunk 4, channel 1`.
  std::string of(const Cell& cell) const;
  /// `step 3` or `steps 3–27`; the same phase, chunk and channel are said once.
  std::string of(const Cell& first, const Cell& last) const;
  std::string of_step(int phase, int step) const;

 private:
  bool phases_, chunks_, channels_;
};

/// The step that loses most by contention; none where nothing is lost.
const StepUse* worst_step(const OperationExplanation& operation);
/// The row whose link, at half its bandwidth, costs most; null where none costs anything.
const SensitivityRow* hurts_most(const Explanation& e);
/// The row that helps most with all its links doubled; null where none does.
const SensitivityRow* helps_most(const Explanation& e);
/// Why the slowest message of a step is slow: who meets it where.
std::string meeting_text(const StepUse& step);
std::string bound_text(const Bound& bound);

}  // namespace collsim
