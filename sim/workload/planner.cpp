#include "workload/planner.h"

#include <algorithm>

#include "collective/nccl_chunks.h"
#include "collective/ring_orders.h"
#include "collective/table.h"
#include "workload/model_for.h"
#include "workload/pipeline_cost.h"
#include "workload/tiers.h"

namespace collsim {
namespace {

MessageCost cost_of(const Model& model, Protocol protocol) {
  return {model.alpha_start_of(protocol).total(), model.utilization_of(protocol)};
}

/// Rings go round in orders; other algorithms say in the table whether they work node by node.
int auto_channels(const CollectiveSpec& spec, const GroupFacts& facts) {
  const bool by_nodes = find_algorithm(spec.algorithm, spec.op)->tiers == Algorithm::Tiers::nodes;
  return by_nodes || spec.algorithm == "ring" ? ways_out(facts) : 1;
}

}  // namespace

Planner::Planner(const Scenario& scenario, const Topology& topology, const Resolved& resolved, Routers& routers)
    : scenario_(scenario), topology_(topology), resolved_(resolved), routers_(routers), book_(topology, routers) {
  for (std::size_t i = 0; i < scenario.collectives.size(); ++i)
    if (!scenario.collectives[i].automatic) hierarchy(scenario.collectives[i], i, notes_);
}

/// The network is looked at only for those who need it: it takes time.
Hierarchy Planner::hierarchy(const CollectiveSpec& spec, std::size_t collective, std::vector<std::string>& notes) {
  const Algorithm::Tiers tiers = find_algorithm(spec.algorithm, spec.op)->tiers;
  if (tiers == Algorithm::Tiers::none) return {};
  if (!spec.groups.empty()) return stated_hierarchy(spec.groups, tiers);
  return found_hierarchy(spec.id, group(collective), tiers, notes);
}

Problem Planner::problem(const CollectiveSpec& spec, std::size_t collective, Bytes size) {
  std::vector<std::string> told_already;
  Problem problem;
  problem.op = spec.op;
  problem.ranks = static_cast<int>(resolved_.groups[collective].size());
  problem.size = size;
  problem.element = spec.element;
  problem.root = spec.root;
  problem.matrix = spec.matrix ? &*spec.matrix : nullptr;
  problem.hierarchy = hierarchy(spec, collective, told_already);
  set_channels(spec, collective, problem);
  set_chunks(spec, collective, problem);
  return problem;
}

/// One ring goes round in rank order, as its collective states it.
void Planner::set_channels(const CollectiveSpec& spec, std::size_t collective, Problem& problem) {
  problem.channels = spec.auto_channels ? auto_channels(spec, facts(collective)) : spec.channels;
  // Every shard leaves by its own rank's way: channels would only cut again what the model's chunks have cut.
  if (spec.auto_channels && spec.auto_chunks && chunks_as_nccl(spec, collective, problem.size)) problem.channels = 1;
  problem.orders = resolved_.orders[collective];
  if (spec.algorithm != "ring" || !problem.orders.empty()) return;
  if (spec.auto_channels) {
    problem.orders = orders_by_way(facts(collective), problem.channels);
  } else if (spec.channels > 1) {
    problem.orders = rotated_orders(facts(collective).nodes, problem.channels);
  }
}

std::optional<int> Planner::chunks_as_nccl(const CollectiveSpec& spec, std::size_t collective, Bytes size) {
  const auto& chunk = scenario_.model.kernels[static_cast<std::size_t>(Kernel::in_network)].chunk;
  if (!chunk || (spec.algorithm != "nvls" && spec.algorithm != "nvls_tree")) return {};
  const GroupFacts& group = facts(collective);
  const NcclCut cut{chunk->most, chunk->channels, group.ranks / group.node_count, group.node_count};
  return nccl_chunks(spec.algorithm, cut, size);
}

void Planner::set_chunks(const CollectiveSpec& spec, std::size_t collective, Problem& problem) {
  problem.chunks = spec.chunks;
  if (!spec.auto_chunks) return;
  if (const auto chunks = chunks_as_nccl(spec, collective, problem.size)) {
    problem.chunks = *chunks;
    return;
  }
  problem.chunks = 1;
  const Algorithm& algorithm = *find_algorithm(spec.algorithm, spec.op);
  const auto program = make_program(algorithm, problem);
  if (program->shape().steps.size() < 2) return;
  const PipelineCost cost =
      pipeline_cost(*program, problem.ranks,
                    Ways(topology_, routers_, algorithm.in_network, spec.id, resolved_.groups[collective]), topology_,
                    {cost_of(model_for(scenario_.model, spec, problem.size, problem.ranks), spec.protocol),
                     cost_of(scenario_.model.of(Kernel::in_network, problem.size), spec.protocol)});
  const Bytes elements = problem.size / problem.element / program->shape().channels;
  problem.chunks = best_chunks(cost, static_cast<int>(std::clamp<Bytes>(elements, 1, kMostAutoChunks)));
}

}  // namespace collsim
