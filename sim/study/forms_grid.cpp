#include "study/forms_grid.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "collective/table.h"
#include "oracle/estimate.h"
#include "study/group_machine.h"
#include "workload/replay.h"

namespace collsim {
namespace {

constexpr Bytes KiB = 1024, MiB = 1024 * KiB;

/// One group of one topology.
struct Group {
  const TopologyFile& file;
  const Topology& topology;
  std::vector<NodeId> chips;
  oracle::Machine machine;
};

/// What torus and its like are told: pairs, and the rest.
std::vector<int> stated_groups(const Algorithm& algorithm, int ranks) {
  if (algorithm.tiers != Algorithm::Tiers::stated) return {};
  return ranks % 2 == 0 && ranks > 2 ? std::vector<int>{2, ranks / 2} : std::vector<int>{};
}

oracle::Machine machine_for(const Group& group, const std::vector<int>& stated) {
  if (stated.empty()) return group.machine;
  std::vector<oracle::Line> lines(stated.size(), group.machine.whole());
  for (std::size_t i = 0; i < stated.size(); ++i) lines[i].size = stated[i];
  return oracle::Machine(std::move(lines));
}

Scenario scenario_for(const Group& group, const Algorithm& algorithm, Op op, const std::vector<Bytes>& sizes) {
  Scenario scenario;
  scenario.name = group.file.topology.name;
  scenario.topology = group.file.topology;
  scenario.model = group.file.defaults;
  CollectiveSpec spec;
  spec.id = to_string(op);
  spec.op = op;
  spec.algorithm = std::string(algorithm.name);
  for (const NodeId chip : group.chips) spec.ranks.push_back({group.topology.node(chip).name, {}});
  spec.sizes = sizes;
  spec.swept = true;
  spec.groups = stated_groups(algorithm, static_cast<int>(group.chips.size()));
  scenario.collectives.push_back(std::move(spec));
  return scenario;
}

double share(Duration part, Duration whole) {
  return whole == Duration::zero() ? 0 : static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

double messages(const oracle::Form& form) {
  double sum = 0;
  for (const oracle::Stage& stage : form.stages) sum += stage.messages;
  return sum;
}

void add_size(const CollectiveResult& simulated, double predicted_us, FormsCell& cell) {
  const double us = to_microseconds(simulated.time());
  cell.sizes.push_back({simulated.size, us, predicted_us});
  cell.ticks = std::max(cell.ticks, std::abs(us - predicted_us) * 1e6);
  cell.contention = std::max(cell.contention, share(simulated.ledger.contention, simulated.time()));
}

FormsCell run_cell(const Group& group, const Algorithm& algorithm, Op op, const std::vector<Bytes>& sizes) {
  const int ranks = static_cast<int>(group.chips.size());
  FormsCell cell{group.file.topology.name, to_string(op), std::string(algorithm.name), ranks, {}, 0, false, false, 0};
  const oracle::Machine machine = machine_for(group, stated_groups(algorithm, ranks));
  const oracle::FormRow* row = oracle::find_form(algorithm.name, op);
  const Result result = replay(scenario_for(group, algorithm, op, sizes));
  double rounding = 0;
  for (const RunResult& run : result.runs) {
    const oracle::Case problem{algorithm.name, op, run.size, 1};
    const oracle::Form form = row->make(problem, machine);
    add_size(run.collectives.front(), 1e6 * seconds_of(form, oracle::CostModel::alpha_beta, machine), cell);
    cell.limit = form.claim == oracle::Claim::limit;
    // A flow may be a tick off for each completion that it lives through; three cover a step of unequal blocks.
    rounding = std::max(rounding, 3 * messages(form) + 1);
  }
  cell.to_the_tick = cell.ticks <= rounding;
  return cell;
}

struct Task {
  std::size_t group;
  const Algorithm* algorithm;
  Op op;
};

bool wanted(const FormsGrid& grid, const Algorithm& algorithm) {
  return grid.algorithms.empty() ||
         std::find(grid.algorithms.begin(), grid.algorithms.end(), algorithm.name) != grid.algorithms.end();
}

bool fits(const Algorithm& algorithm, Op op, const Group& group) {
  const int ranks = static_cast<int>(group.chips.size());
  if (algorithm.in_network != Algorithm::InNetwork::none || oracle::find_form(algorithm.name, op) == nullptr)
    return false;
  return algorithm.tiers != Algorithm::Tiers::stated || !stated_groups(algorithm, ranks).empty();
}

std::vector<Task> tasks_of(const FormsGrid& grid, const std::vector<Group>& groups) {
  std::vector<Task> tasks;
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const Algorithm& algorithm : algorithms())
      for (const Op op : algorithm.ops)
        if (wanted(grid, algorithm) && fits(algorithm, op, groups[g])) tasks.push_back({g, &algorithm, op});
  return tasks;
}

void add_groups(const FormsGrid& grid, const TopologyFile& file, const Topology& topology, std::vector<Group>& groups) {
  ShortestRouter router(topology, file.defaults.ties);
  for (const int ranks : grid.ranks) {
    const std::vector<NodeId>& all = topology.chips();
    if (ranks < 2 || static_cast<std::size_t>(ranks) > all.size()) continue;
    std::vector<NodeId> chips(all.begin(), all.begin() + ranks);
    oracle::Machine machine = machine_of_group(topology, router, chips, file.defaults).machine;
    groups.push_back({file, topology, std::move(chips), std::move(machine)});
  }
}

TopologyFile built_in(const std::string& name, const std::string& yaml) {
  return parse_topology("name: " + name + "\n" + yaml, name);
}

/// Boards of four chips, and what `ports` names joins the network between them.
TopologyFile four_boards(const std::string& name, const std::string& ports, const std::string& model) {
  return built_in(name, model + R"(
nodes: [{id: "c[0-15]", kind: chip}, {id: "board[0-3]", kind: switch}, {id: net, kind: switch}]
links:
  - {from: "c[0-3]", to: board0, bandwidth: 400 GB/s, latency: 100 ns, tier: c2c}
  - {from: "c[4-7]", to: board1, bandwidth: 400 GB/s, latency: 100 ns, tier: c2c}
  - {from: "c[8-11]", to: board2, bandwidth: 400 GB/s, latency: 100 ns, tier: c2c}
  - {from: "c[12-15]", to: board3, bandwidth: 400 GB/s, latency: 100 ns, tier: c2c}
  - {from: ")" + ports + R"(", to: net, bandwidth: 50 GB/s, latency: 1 us, tier: b2b}
)");
}

}  // namespace

FormsGrid default_forms_grid() {
  constexpr const char* model = "model: {alpha_start: 1 us}\n";
  FormsGrid grid;
  grid.topologies.push_back(built_in("crossbar", std::string(model) + R"(
nodes: [{id: "c[0-15]", kind: chip}, {id: sw, kind: switch}]
links: [{from: "c[0-15]", to: sw, bandwidth: 50 GB/s, latency: 500 ns}]
)"));
  grid.topologies.push_back(four_boards("boards-own-ports", "c[0-15]", model));
  grid.topologies.push_back(four_boards("boards-one-port", "board[0-3]", model));
  std::string links;
  for (int i = 0; i < 16; ++i)
    links +=
        fmt::format("{}{{from: c{}, to: c{}, bandwidth: 50 GB/s, latency: 500 ns}}", i ? ", " : "", i, (i + 1) % 16);
  grid.topologies.push_back(
      built_in("neighbours",
               std::string(model) + "nodes: [{id: 'c[0-15]', kind: chip, forwards: true}]\nlinks: [" + links + "]\n"));
  grid.ranks = {4, 8, 16};
  grid.sizes = {64 * KiB, 4 * MiB, 256 * MiB};
  return grid;
}

std::vector<FormsCell> compare_forms(const FormsGrid& grid, const std::function<void(int, int)>& progress,
                                     const std::stop_token& stop) {
  std::vector<Topology> built;
  std::vector<Group> groups;
  built.reserve(grid.topologies.size());
  for (const TopologyFile& file : grid.topologies) {
    built.push_back(build_topology(file.topology));
    add_groups(grid, file, built.back(), groups);
  }
  const std::vector<Task> tasks = tasks_of(grid, groups);
  std::vector<FormsCell> cells;
  for (const Task& task : tasks) {
    if (stop.stop_requested()) break;
    cells.push_back(run_cell(groups[task.group], *task.algorithm, task.op, grid.sizes));
    if (progress) progress(static_cast<int>(cells.size()), static_cast<int>(tasks.size()));
  }
  return cells;
}

}  // namespace collsim
