#pragma once

#include <functional>
#include <stop_token>

#include "study/measured_comparison.h"
#include "study/validation_plan.h"

namespace collsim {

struct TargetResult {
  Target target;
  double reached = 0;
  std::size_t tables = 0, sizes = 0;
  bool met() const { return sizes > 0 && reached <= target.at_most; }
};

/// What a plan's run found.
struct Validation {
  std::vector<FormsCell> forms;
  struct Measured {
    MeasuredCase about;
    MeasuredComparison comparison;
  };
  std::vector<Measured> measured;
  std::vector<TargetResult> targets;
  bool interrupted = false;

  bool all_met() const;
};

/// Carries out a plan. `progress` is told what is being done, how much of how much. Throws as the readers and the
/// simulation do.
using ValidationProgress = std::function<void(const std::string& what, int done, int all)>;
Validation validate(const ValidationPlan& plan, const ValidationProgress& progress, const std::stop_token& stop = {});

/// The series of a log that a case is about: that of its data type, or the only one. Throws InputError naming the log.
const MeasuredSeries& series_of(const MeasuredLog& log, const std::optional<std::string>& dtype);

}  // namespace collsim
