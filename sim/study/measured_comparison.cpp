#include "study/measured_comparison.h"

#include <fmt/format.h>

#include "base/error.h"
#include "oracle/estimate.h"
#include "study/choose.h"
#include "study/group_machine.h"
#include "workload/model_for.h"
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

/// A group on its topology, priced as models go.
class GroupMachines {
 public:
  GroupMachines(const Topology& topology, const std::vector<NodeId>& group, Ties ties)
      : topology_(topology), group_(group), router_(topology, ties) {}

  oracle::Machine of(const Model& model) const { return machine_of_group(topology_, router_, group_, model).machine; }
  int ranks() const { return static_cast<int>(group_.size()); }
  int nodes() const {
    const oracle::Machine wires = of(Model{});
    return wires.tiers() > 1 ? wires.nodes() : 1;
  }

 private:
  const Topology& topology_;
  const std::vector<NodeId>& group_;
  mutable ShortestRouter router_;
};

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

/// One closed form of the algorithm that a size took, as the machine's constants price it.
std::optional<double> form_us(oracle::CostModel cost, const CollectiveSpec& spec, const CollectiveResult& simulated,
                              Protocol protocol, const Model& model, const GroupMachines& machines) {
  CollectiveSpec named = spec;
  named.algorithm = simulated.algorithm;
  Model holds = model_for(model, named, simulated.size, machines.ranks());
  holds.alpha_start = holds.alpha_start_of(protocol);
  holds.utilization = holds.utilization_of(protocol);
  const auto found =
      estimate(cost, {simulated.algorithm, spec.op, simulated.size, simulated.chunks}, machines.of(holds));
  if (!found) return {};
  const LeadIn lead = lead_in(model, named, protocol, simulated.size, machines.ranks(), simulated.chunks);
  return found->seconds * 1e6 + to_microseconds(lead.launch + lead.staging);
}

void add_forms(const CollectiveSpec& spec, const Model& model, const GroupMachines& machines, const Result& result,
               MeasuredComparison& out) {
  for (const oracle::CostModel cost : oracle::cost_models()) {
    MeasuredComparison::Form form{std::string(oracle::to_string(cost)), {}};
    for (std::size_t i = 0; i < out.simulated.size(); ++i) {
      const CollectiveResult& simulated = result.runs[i].collectives.front();
      const Protocol protocol = simulated.chosen ? simulated.chosen->protocol : spec.protocol;
      if (const auto us = form_us(cost, spec, simulated, protocol, model, machines))
        form.sizes.push_back({simulated.size, out.simulated[i].expected_us, *us});
    }
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
  const GroupMachines machines(topology, group, scenario.model.ties);
  MeasuredComparison out{log.file,
                         scenario.file,
                         to_string(spec.op),
                         spec.algorithm.empty() ? "auto" : spec.algorithm,
                         series.dtype,
                         machines.ranks(),
                         {},
                         {},
                         {},
                         {},
                         {}};
  const std::vector<Measurement> rows = comparable(spec, series, out);
  if (rows.empty() || machines.ranks() < 2) return out;
  spec.sizes.clear();
  for (const Measurement& row : rows) spec.sizes.push_back(row.size);
  spec.swept = true;

  const Result result = replay(with_choices(sized));
  if (result.failure) throw SimulationError(*result.failure);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CollectiveResult& simulated = result.runs.at(i).collectives.front();
    out.simulated.push_back({rows[i].size, rows[i].us, to_microseconds(simulated.time())});
    out.ways.push_back(simulated.chosen ? simulated.algorithm + ' ' + std::string(to_string(simulated.chosen->protocol))
                                        : simulated.algorithm);
  }
  add_forms(spec, scenario.model, machines, result, out);
  out.diagnosis = diagnose(with_group(series, spec.op, machines.ranks(), machines.nodes()),
                           nominal_of(series).value_or(nominal_of(machines.of(Model{}))));
  return out;
}

}  // namespace collsim
