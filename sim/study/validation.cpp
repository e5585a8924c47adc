#include "study/validation.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "workload/known_algorithms.h"

namespace collsim {
namespace {

std::string listed_dtypes(const MeasuredLog& log) {
  std::string text;
  for (const MeasuredSeries& s : log.series)
    text += (text.empty() ? "" : ", ") + s.dtype + (s.title.empty() ? "" : " (" + s.title + ")");
  return text;
}

Validation::Measured run_case(const MeasuredCase& about) {
  const MeasuredLog log = read_log(about.log);
  Overrides overrides;
  overrides.set = about.set;
  const Scenario scenario = read_scenario(about.scenario, known_algorithms(), overrides);
  MeasuredComparison comparison = compare_measured(scenario, log, series_of(log, about.dtype));
  comparison.remarks.insert(comparison.remarks.begin(), log.skipped.begin(), log.skipped.end());
  return {about, std::move(comparison)};
}

TargetResult judge(const Target& target, const std::vector<Validation::Measured>& measured) {
  TargetResult result{target, 0, 0, 0};
  std::vector<SizeError> pooled;
  for (const Validation::Measured& m : measured) {
    if (!target.judges(m.about)) continue;
    const std::vector<SizeError> errors = in_band(m.comparison.simulated, target.band);
    result.tables += errors.empty() ? 0 : 1;
    pooled.insert(pooled.end(), errors.begin(), errors.end());
  }
  result.sizes = pooled.size();
  result.reached = target.measure == Target::Measure::rmspe ? rmspe(pooled) : median_error(pooled);
  return result;
}

}  // namespace

bool Validation::all_met() const {
  return std::all_of(targets.begin(), targets.end(), [](const TargetResult& t) { return t.met(); });
}

const MeasuredSeries& series_of(const MeasuredLog& log, const std::optional<std::string>& dtype) {
  const auto refuse = [&](const std::string& message) { throw InputError({{log.file, {}, message}}); };
  if (log.series.empty()) refuse("holds no row that could be read");
  if (!dtype && log.series.size() > 1)
    refuse(fmt::format("holds {} tables ({}): name one with dtype", log.series.size(), listed_dtypes(log)));
  const auto found = std::find_if(log.series.begin(), log.series.end(),
                                  [&](const MeasuredSeries& s) { return !dtype || s.dtype == *dtype; });
  if (found == log.series.end()) refuse(fmt::format("has no rows of {}, but of {}", *dtype, listed_dtypes(log)));
  return *found;
}

Validation validate(const ValidationPlan& plan, const ValidationProgress& progress, const std::stop_token& stop) {
  Validation validation;
  if (plan.forms)
    validation.forms = compare_forms(
        *plan.forms, [&](int done, int all) { progress("closed forms", done, all); }, stop);
  const int all = static_cast<int>(plan.measured.size());
  for (const MeasuredCase& about : plan.measured) {
    if (stop.stop_requested()) break;
    validation.measured.push_back(run_case(about));
    progress("measured tables", static_cast<int>(validation.measured.size()), all);
  }
  validation.interrupted = stop.stop_requested();
  for (const Target& target : plan.targets) validation.targets.push_back(judge(target, validation.measured));
  return validation;
}

}  // namespace collsim
