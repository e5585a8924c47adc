#include "study/calibration.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "study/robust_fit.h"
#include "workload/replay.h"

namespace collsim {
namespace {

std::vector<double> simulated_us(Scenario scenario, Duration alpha, double utilization) {
  scenario.model.alpha_start = {alpha, Duration::zero()};
  scenario.model.utilization = utilization;
  const Result result = replay(scenario);
  if (result.failure) throw SimulationError(*result.failure);
  std::vector<double> times;
  for (const RunResult& run : result.runs) times.push_back(to_microseconds(run.collectives.front().time()));
  return times;
}

[[noreturn]] void refuse(const std::string& file, const std::string& message) {
  throw InputError({{file, {}, message}});
}

void refuse_few_sizes(const std::vector<CalibrationPoint>& points, const std::string& file) {
  std::set<Bytes> sizes;
  for (const CalibrationPoint& p : points) sizes.insert(p.size);
  if (sizes.size() < 3)
    refuse(file, fmt::format("holds {} sizes: at least 3 are needed to tell latency from bandwidth", sizes.size()));
}

/// Rows of the relative problem: what is left of each measured time when the path is paid, and its share in α and 1/u.
FitProblem problem_of(const std::vector<CalibrationPoint>& points, bool alpha, bool transfer, double fixed_inverse_u) {
  FitProblem problem;
  for (const CalibrationPoint& p : points) {
    std::vector<double> row;
    if (alpha) row.push_back(p.messages / p.measured_us);
    if (transfer) row.push_back(p.transfer_us / p.measured_us);
    problem.rows.push_back(std::move(row));
    const double paid = p.path_us + (transfer ? 0 : p.transfer_us * fixed_inverse_u);
    problem.targets.push_back((p.measured_us - paid) / p.measured_us);
  }
  return problem;
}

FittedValue inverse(const FittedValue& x) { return {1 / x.value, 1 / x.high, x.low > 0 ? 1 / x.low : HUGE_VAL}; }

/// A value whose interval is as wide as itself says nothing.
bool tells(const FittedValue& value) { return value.value > 0 && value.high - value.value < value.value; }

void keep_outliers(const std::vector<CalibrationPoint>& points, const std::vector<double>& weights, Calibration& out) {
  constexpr double far_off = 0.5;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (weights[i] < far_off) out.outliers.push_back(points[i].size);
}

void fit_alpha_alone(const std::vector<CalibrationPoint>& points, double inverse_u, Calibration& out) {
  const FitResult fit = robust_fit(problem_of(points, true, false, inverse_u));
  if (tells(fit.values[0])) out.alpha_us = fit.values[0];
  keep_outliers(points, fit.weights, out);
}

void fit_transfer_alone(const std::vector<CalibrationPoint>& points, Calibration& out) {
  const FitResult fit = robust_fit(problem_of(points, false, true, 1));
  if (tells(fit.values[0])) out.utilization = inverse(fit.values[0]);
  keep_outliers(points, fit.weights, out);
}

void fit_both(const std::vector<CalibrationPoint>& points, Calibration& out) {
  const FitResult fit = robust_fit(problem_of(points, true, true, 1));
  const FittedValue &alpha = fit.values[0], &transfer = fit.values[1];
  if (!tells(transfer)) {
    out.notes.push_back("the sizes are too small to show a bandwidth: utilization is left at 1");
    fit_alpha_alone(points, 1, out);
  } else if (!tells(alpha)) {
    out.notes.push_back(
        alpha.value <= 0 ? "the topology's latencies alone are more than the small sizes take: alpha_start is left at 0"
                         : "the sizes are too large to show a latency: alpha_start is left out");
    fit_transfer_alone(points, out);
  } else {
    out.alpha_us = alpha;
    out.utilization = inverse(transfer);
    keep_outliers(points, fit.weights, out);
  }
}

/// No fitted bandwidth above the wires. One whose interval holds the wires is them.
void guard_bandwidth(const std::vector<CalibrationPoint>& points, const std::string& file, Calibration& out) {
  if (!out.utilization || out.utilization->value <= 1) return;
  if (out.utilization->low > 1)
    refuse(file, fmt::format("shows {:.2f} times the bandwidth of the topology's links: the operation went another way "
                             "than this algorithm (in the network, or over more links), or the topology is too slow",
                             out.utilization->value));
  out.notes.push_back("the bandwidth is that of the wires within its interval: utilization is 1");
  out.utilization = FittedValue{1, out.utilization->low, 1};
  out.outliers.clear();
  fit_alpha_alone(points, 1, out);
}

}  // namespace

std::vector<CalibrationPoint> calibration_points(const Scenario& scenario, const MeasuredSeries& series) {
  Scenario sized = scenario;
  CollectiveSpec& spec = sized.collectives.front();
  std::vector<Measurement> rows = one_a_size(series);
  std::erase_if(rows, [&](const Measurement& row) { return row.size % spec.element != 0; });
  if (rows.empty()) return {};
  spec.sizes.clear();
  for (const Measurement& row : rows) spec.sizes.push_back(row.size);
  spec.swept = true;
  const Duration microsecond = std::chrono::microseconds(1);
  const std::vector<double> bare = simulated_us(sized, Duration::zero(), 1);
  const std::vector<double> with_alpha = simulated_us(sized, microsecond, 1);
  const std::vector<double> at_half = simulated_us(sized, Duration::zero(), 0.5);
  std::vector<CalibrationPoint> points;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double transfer = at_half[i] - bare[i];
    points.push_back({rows[i].size, rows[i].us, bare[i] - transfer, with_alpha[i] - bare[i], transfer});
  }
  return points;
}

double Calibration::predict_us(const CalibrationPoint& p) const {
  const double alpha = alpha_us ? alpha_us->value : 0;
  const double u = utilization ? utilization->value : 1;
  return p.path_us + p.messages * alpha + p.transfer_us / u;
}

Calibration calibrate(const std::vector<CalibrationPoint>& points, const std::string& file) {
  refuse_few_sizes(points, file);
  Calibration out;
  fit_both(points, out);
  guard_bandwidth(points, file, out);
  for (const CalibrationPoint& p : points) out.residuals.push_back({p.size, p.measured_us, out.predict_us(p)});
  return out;
}

double chunk_cost(Bytes chunk, double rate) { return static_cast<double>(chunk) / rate; }

double chunked_rate(Bytes chunk, double cost, double wire) { return std::min(wire, static_cast<double>(chunk) / cost); }

}  // namespace collsim
