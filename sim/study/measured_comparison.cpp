#include "study/measured_comparison.h"

#include <fmt/format.h>

#include "base/error.h"
#include "oracle/estimate.h"
#include "study/group_machine.h"
#include "workload/replay.h"
#include "workload/resolve.h"

namespace collsim {
namespace {

[[noreturn]] void refuse(const MeasuredLog& log, const MeasuredSeries& series, const std::string& message) {
  throw InputError({{log.file, {series.rows.front().line, 1}, message}});
}

void check_operation(const Scenario& scenario, const MeasuredLog& log, const MeasuredSeries& series) {
  if (scenario.collectives.size() != 1)
    refuse(log, series,
           fmt::format("the scenario {} has {} collectives: a log compares with one", scenario.file,
                       scenario.collectives.size()));
  const Op op = scenario.collectives.front().op;
  if (series.op && *series.op != op)
    refuse(
        log, series,
        fmt::format("measures {}, but the scenario {} runs {}", to_string(*series.op), scenario.file, to_string(op)));
}

void check_ranks(const Scenario& scenario, std::size_t ranks, const MeasuredLog& log, const MeasuredSeries& series) {
  if (series.ranks && static_cast<std::size_t>(*series.ranks) != ranks)
    refuse(log, series, fmt::format("is of {} ranks, but the scenario {} has {}", *series.ranks, scenario.file, ranks));
}

/// The rows whose size is a whole number of the scenario's elements.
std::vector<Measurement> comparable(const CollectiveSpec& spec, const MeasuredSeries& series, MeasuredComparison& out) {
  std::vector<Measurement> rows = one_a_size(series);
  std::erase_if(rows, [&](const Measurement& row) {
    const bool broken = row.size % spec.element != 0;
    if (broken) out.remarks.push_back({row.line, fmt::format("{} is no whole number of {}", row.size, spec.dtype)});
    return broken;
  });
  return rows;
}

void add_forms(const CollectiveSpec& spec, const oracle::Machine& machine, const std::vector<Measurement>& rows,
               MeasuredComparison& out) {
  for (const oracle::CostModel model : oracle::cost_models()) {
    MeasuredComparison::Form form{std::string(oracle::to_string(model)), {}};
    for (const Measurement& row : rows)
      if (const auto found = estimate(model, {spec.algorithm, spec.op, row.size, spec.chunks}, machine))
        form.sizes.push_back({row.size, row.us, found->seconds * 1e6});
    if (!form.sizes.empty()) out.forms.push_back(std::move(form));
  }
}

MeasuredSeries with_group(MeasuredSeries series, Op op, int ranks, int nodes) {
  series.op = op;
  series.ranks = ranks;
  series.nodes = nodes;
  return series;
}

}  // namespace

MeasuredComparison compare_measured(const Scenario& scenario, const MeasuredLog& log, const MeasuredSeries& series) {
  check_operation(scenario, log, series);
  const Topology topology = build_topology(scenario.topology);
  const std::vector<NodeId> group = resolve(scenario, topology).groups.front();
  check_ranks(scenario, group.size(), log, series);

  Scenario sized = scenario;
  CollectiveSpec& spec = sized.collectives.front();
  const int ranks = static_cast<int>(group.size());
  MeasuredComparison out{log.file, scenario.file, to_string(spec.op), spec.algorithm, series.dtype, ranks, {}, {}, {},
                         {}};
  const std::vector<Measurement> rows = comparable(spec, series, out);
  spec.sizes.clear();
  for (const Measurement& row : rows) spec.sizes.push_back(row.size);
  spec.swept = true;
  if (rows.empty() || ranks < 2) return out;

  const Result result = replay(sized);
  if (result.failure) throw SimulationError(*result.failure);
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.simulated.push_back({rows[i].size, rows[i].us, to_microseconds(result.runs.at(i).collectives.front().time())});
  ShortestRouter router(topology, scenario.model.ties);
  const oracle::Machine machine = machine_of_group(topology, router, group, scenario.model).machine;
  add_forms(spec, machine, rows, out);
  const int nodes = machine.tiers() > 1 ? machine.nodes() : 1;
  // Wires, without what a protocol takes of them.
  Model bare = scenario.model;
  bare.utilization = 1;
  const oracle::Machine wires = machine_of_group(topology, router, group, bare).machine;
  out.diagnosis = diagnose(with_group(series, spec.op, ranks, nodes), nominal_of(wires));
  return out;
}

}  // namespace collsim
