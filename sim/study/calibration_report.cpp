#include "study/calibration_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "base/error.h"
#include "collective/table.h"
#include "study/group_machine.h"
#include "study/validation.h"
#include "study/validation_report.h"
#include "workload/resolve.h"

namespace collsim {
namespace {

[[noreturn]] void refuse(const MeasuredLog& log, const std::string& message) {
  throw InputError({{log.file, {}, message}});
}

std::string default_algorithm(Op op) {
  const auto table = algorithms();
  const auto row = std::find_if(table.begin(), table.end(), [op](const Algorithm& a) { return a.does(op); });
  return std::string(row->name);
}

Scenario scenario_of(const TopologyFile& topology, Op op, const std::string& algorithm,
                     const std::optional<std::string>& ranks) {
  Scenario scenario;
  scenario.name = topology.topology.name;
  scenario.file = topology.topology.file;
  scenario.topology = topology.topology;
  scenario.model = topology.defaults;
  CollectiveSpec spec;
  spec.id = to_string(op);
  spec.op = op;
  spec.algorithm = algorithm;
  if (ranks) spec.ranks.push_back({*ranks, {}});
  scenario.collectives.push_back(std::move(spec));
  return scenario;
}

Diagnosis diagnosis_of(const Scenario& scenario, const std::vector<NodeId>& group, const Topology& topology,
                       MeasuredSeries series) {
  ShortestRouter router(topology, scenario.model.ties);
  Model bare = scenario.model;
  bare.utilization = 1;
  const oracle::Machine machine = machine_of_group(topology, router, group, bare).machine;
  series.op = scenario.collectives.front().op;
  series.ranks = static_cast<int>(group.size());
  series.nodes = machine.tiers() > 1 ? machine.nodes() : 1;
  return diagnose(series, nominal_of(machine));
}

std::string interval(const FittedValue& v, int digits) {
  return fmt::format("95 %: {:.{}f} to {:.{}f}", v.low, digits, v.high, digits);
}

std::vector<SizeError> residuals_of(const std::vector<CalibrationPoint>& points, const Calibration& fit) {
  std::vector<SizeError> errors;
  for (const CalibrationPoint& p : points) errors.push_back({p.size, p.measured_us, fit.predict_us(p)});
  return errors;
}

void write_errors(const std::vector<SizeError>& errors, std::ostream& out) {
  for (const SizeBand band : {SizeBand::large, SizeBand::medium, SizeBand::small}) {
    const std::vector<SizeError> part = in_band(errors, band);
    if (!part.empty()) fmt::print(out, "#   {:<6} sizes: RMSPE {:.2f} %\n", to_string(band), 100 * rmspe(part));
  }
  const SizeError* at = worst(errors);
  fmt::print(out, "#   typical {:.1f} %, worst {:+.1f} % at {}\n", 100 * geometric_mean_error(errors),
             100 * at->relative(), format_size(at->size));
}

void write_model(const Calibration& fit, const Model& model, std::ostream& out) {
  out << "model:\n";
  if (fit.alpha_us)
    fmt::print(out, "  alpha_start: {:.3f} us   # {}\n", fit.alpha_us->value, interval(*fit.alpha_us, 3));
  if (fit.utilization)
    fmt::print(out, "  utilization: {:.4f}   # {}\n", fit.utilization->value, interval(*fit.utilization, 4));
  if (model.sync == Sync::dataflow) out << "  sync: dataflow\n";
  if (!fit.alpha_us && !fit.utilization) out << "  {}\n";
}

}  // namespace

void CalibrationReport::add(const MeasuredLog& log, const CalibrationChoice& choice) {
  const MeasuredSeries& series = series_of(log, choice.dtype);
  if (!series.op) refuse(log, "does not say which operation it measures");
  const std::string algorithm = choice.algorithm.value_or(default_algorithm(*series.op));
  if (find_algorithm(algorithm, *series.op) == nullptr)
    refuse(log, fmt::format("measures {}, which {} does not do", to_string(*series.op), algorithm));
  if (distinct_sizes(series) < 3)
    refuse(log,
           fmt::format("holds {} sizes: at least 3 are needed to tell latency from bandwidth", distinct_sizes(series)));
  const Scenario scenario = scenario_of(topology_, *series.op, algorithm, choice.ranks);
  const Topology topology = build_topology(scenario.topology);
  const std::vector<NodeId> group = resolve(scenario, topology).groups.front();
  if (series.ranks && static_cast<std::size_t>(*series.ranks) != group.size())
    refuse(log, fmt::format("is of {} ranks, and the topology's group has {}: name the chips with --ranks",
                            *series.ranks, group.size()));
  sources_.push_back({log.file, fmt::format("{} by {} on {} ranks", to_string(*series.op), algorithm, group.size()),
                      calibration_points(scenario, series), diagnosis_of(scenario, group, topology, series),
                      collsim::busbw_factor(*series.op, static_cast<int>(group.size()))});
}

void CalibrationReport::write_source(const Source& source, const Calibration& fit, std::ostream& out) const {
  fmt::print(out, "# {}: {}, {} sizes\n", source.file, source.about, source.points.size());
  write_errors(residuals_of(source.points, fit), out);
  const CalibrationPoint& smallest = source.points.front();
  if (smallest.size <= (64 << 10) && smallest.messages > 0)
    fmt::print(out, "#   left plateau: {:.2f} us over {:.0f} messages in a row: alpha of {:.2f} us each\n",
               source.diagnosis.floor_us, smallest.messages, source.diagnosis.floor_us / smallest.messages);
  if (source.diagnosis.knee_bytes)
    fmt::print(out, "#   knee: S* = {}\n", format_size(static_cast<Bytes>(*source.diagnosis.knee_bytes)));
  if (chunk_) {
    const double rate = source.diagnosis.peak_busbw;
    fmt::print(out, "#   a chunk of {} at the plateau of {:.2f} GB/s takes {:.2f} us\n", format_size(*chunk_),
               rate / 1e9, 1e6 * chunk_cost(*chunk_, rate));
  }
  write_diagnosis(source.diagnosis, "#   ", out);
}

void CalibrationReport::write(std::ostream& out) const {
  std::vector<CalibrationPoint> points;
  for (const Source& source : sources_) points.insert(points.end(), source.points.begin(), source.points.end());
  const Calibration fit = calibrate(points, sources_.front().file);
  fmt::print(out, "# Fitted by `collsim calibrate` on topology {}: least squares of the relative error.\n",
             topology_.topology.name);
  for (const Source& source : sources_) write_source(source, fit, out);
  for (const Bytes size : fit.outliers) fmt::print(out, "# counts less, as it lies far off: {}\n", format_size(size));
  for (const std::string& note : fit.notes) fmt::print(out, "# {}\n", note);
  if (fit.alpha_us)
    out << "# Times alone cannot tell the parts of alpha_start (ddr_read, ddr_write, noc, stack) apart.\n";
  write_model(fit, topology_.defaults, out);
}

}  // namespace collsim
