#include "study/explain.h"

#include <algorithm>

#include <fmt/format.h>

#include "result/links_by_use.h"
#include "result/observer_group.h"
#include "study/choose.h"
#include "study/close_look.h"
#include "study/link_report.h"
#include "study/lower_bound.h"
#include "study/path_stretches.h"
#include "study/ring_crossings.h"
#include "study/sensitivity.h"
#include "study/survey.h"
#include "workload/chosen_run.h"
#include "workload/planner.h"
#include "workload/replay.h"

namespace collsim {
namespace {

constexpr std::size_t kMostRingLinks = 5;

class Explainer {
 public:
  Explainer(const Scenario& scenario, const ExplainOptions& options)
      : options_(options),
        result_(run_plainly(scenario, options)),
        scenario_(at_size(scenario, result_.runs.size() - 1)),
        topology_(build_topology(scenario_.topology)),
        resolved_(resolve(scenario_, topology_)),
        routers_(topology_, scenario_.model, scenario_.seed, resolved_.routes),
        planner_(scenario_, topology_, resolved_, routers_) {
    // By itself, as the runs that follow it: routers remember what went before.
    run_ = result_.runs.size() == 1 ? result_.runs.back() : run_plainly(scenario_, options).runs.back();
    out_.scenario = result_.scenario;
    out_.topology = topology_.name();
    out_.notes = result_.notes;
    if (scenario_.repeats > 1)
      out_.notes.push_back(
          fmt::format("of {} repeats the one with seed {} is explained", scenario_.repeats, result_.seed));
    if (result_.failure) out_.failure = result_.failure;
  }

  Explanation run() {
    tell_sizes();
    tell_operations();
    out_.classes = link_classes(topology_, run_);
    busiest_ = links_by_use(run_);
    out_.as_busy = as_busy_beyond(run_, busiest_, options_.top);
    busiest_.resize(std::min(options_.top, busiest_.size()));
    for (const LinkId id : busiest_) out_.busiest.emplace_back().link = run_.links[id];
    out_.most_messages = options_.most_messages;
    out_.recorded = out_.messages <= options_.most_messages;
    if (out_.recorded) follow_messages();
    find_bounds();
    if (options_.sensitivity)
      out_.sensitivity = try_links(scenario_, topology_, resolved_.events, run_, {options_.threads, options_.stop});
    out_.run = std::move(run_);
    return std::move(out_);
  }

 private:
  static Result run_plainly(const Scenario& scenario, const ExplainOptions& options) {
    Result result = replay(scenario, {false, options.observer, options.stop});
    if (result.interrupted) throw Interrupted();
    return result;
  }

  void tell_sizes() {
    if (!result_.swept) return;
    for (const RunResult& run : result_.runs) {
      SizePoint& point = out_.sizes.emplace_back();
      point.size = run.size;
      point.collectives = run.collectives;
    }
  }

  void tell_operations() {
    for (const CollectiveResult& result : run_.collectives) {
      out_.operations.emplace_back().result = result;
      out_.messages += result.flows;
    }
    find_chain();
  }

  /// From the operation that ends last back over what it waited for.
  void find_chain() {
    const auto ends_earlier = [](const OperationExplanation& a, const OperationExplanation& b) {
      return a.result.end < b.result.end;
    };
    auto at = std::max_element(out_.operations.begin(), out_.operations.end(), ends_earlier);
    std::optional<std::size_t> index;
    if (at != out_.operations.end()) index = static_cast<std::size_t>(at - out_.operations.begin());
    while (index) {
      out_.operations[*index].decisive = true;
      out_.chain.insert(out_.chain.begin(), out_.operations[*index].result.id);
      index = waited_for(*index);
    }
  }

  std::optional<std::size_t> waited_for(std::size_t index) const {
    for (const std::size_t before : scenario_.collectives[index].after)
      if (out_.operations[before].result.end == out_.operations[index].result.start) return before;
    return {};
  }

  Places places() {
    Places p{topology_, resolved_.groups, {}, {}, {}, {}, {}};
    for (const CollectiveSpec& spec : scenario_.collectives) {
      p.ids.push_back(spec.id);
      p.rings.push_back(spec.algorithm == "ring" ? 1 : 0);
    }
    p.table = groups_for_table(topology_, routers_.shortest, topology_.chips(), options_.table_size);
    p.nodes = nodes_of_chips(topology_, routers_.shortest, topology_.chips());
    p.index_of.resize(topology_.node_count());
    for (std::size_t i = 0; i < topology_.chips().size(); ++i)
      p.index_of[topology_.chips()[i]] = static_cast<std::uint32_t>(i);
    return p;
  }

  void follow_messages() {
    const Places where = places();
    Survey survey(where);
    watch(survey);
    CloseLook close_look(where, survey, busiest_);
    watch(close_look);
    std::vector<std::vector<PathHop>> paths = close_look.paths();
    for (std::size_t i = 0; i < out_.operations.size(); ++i) {
      OperationExplanation& operation = out_.operations[i];
      operation.path = std::move(paths[i]);
      operation.stretches = fold_path(operation.path);
      operation.steps = close_look.steps(i);
      tell_traffic(survey.operations()[i], where, operation);
      tell_ring(survey.operations()[i], i, operation);
    }
    out_.matrix = {where.table.by, where.table.names, survey.matrix(), survey.in_network()};
    for (std::size_t i = 0; i < busiest_.size(); ++i)
      tell_users(close_look.shares(busiest_[i]), where.ids, out_.busiest[i]);
  }

  void watch(Observer& observer) {
    ObserverGroup observers;
    observers.add(observer);
    if (options_.observer != nullptr) observers.add(*options_.observer);
    if (replay(scenario_, {false, &observers, options_.stop}).interrupted) throw Interrupted();
  }

  static void tell_traffic(const Survey::Operation& seen, const Places& where, OperationExplanation& operation) {
    for (const TierTraffic& tier : seen.tiers)
      if (tier.messages > 0) operation.tiers.push_back(tier);
    NodeTraffic& nodes = operation.nodes;
    nodes.nodes = where.nodes.count();
    nodes.chips_alone = where.nodes.names.size() == where.nodes.group_of.size();
    for (std::size_t node = 0; node < where.nodes.names.size(); ++node) {
      nodes.out += seen.node_out[node];
      if (seen.node_out[node] > nodes.most_out) nodes.most_out_node = where.nodes.names[node];
      if (seen.node_in[node] > nodes.most_in) nodes.most_in_node = where.nodes.names[node];
      nodes.most_out = std::max(nodes.most_out, seen.node_out[node]);
      nodes.most_in = std::max(nodes.most_in, seen.node_in[node]);
    }
  }

  void tell_ring(const Survey::Operation& seen, std::size_t index, OperationExplanation& operation) {
    if (seen.next.empty()) return;
    operation.crossings =
        ring_crossings(seen.next, groups_in_network(topology_, routers_.shortest, resolved_.groups[index]));
    for (const auto& [link, crossings] : seen.ring_links)
      operation.ring_links.push_back({topology_.link_name(link), crossings});
    std::stable_sort(operation.ring_links.begin(), operation.ring_links.end(),
                     [](const RingLink& a, const RingLink& b) { return a.crossings > b.crossings; });
    operation.ring_links.resize(std::min(operation.ring_links.size(), kMostRingLinks));
  }

  void find_bounds() {
    for (std::size_t i = 0; i < out_.operations.size(); ++i)
      out_.operations[i].bound = bound_of(scenario_.collectives[i], i);
  }

  bool switches_work() const {
    for (NodeId id = 0; id < topology_.node_count(); ++id)
      if (topology_.node(id).reduces && topology_.node(id).multicasts) return true;
    return false;
  }

  LowerBound bound_of(const CollectiveSpec& spec, std::size_t index) {
    const Algorithm& algorithm = *find_algorithm(spec.algorithm, spec.op);
    const Problem problem = planner_.problem(spec, index, spec.sizes.front());
    const int parts = make_program(algorithm, problem)->shape().parts;
    const bool in_network = algorithm.in_network != Algorithm::InNetwork::none;
    const std::vector<NodeId>& chips = resolved_.groups[index];
    const std::vector<ChipGroups> groups = groups_in_network(topology_, routers_.shortest, chips);
    const BoundTerms terms = bound_terms(scenario_, topology_, resolved_.events, spec, problem.ranks);
    LowerBound bound = lower_bound(topology_, chips, Needs(problem, parts, in_network), terms, groups);
    if (in_network || !switches_work() || bound.bounds.empty()) return bound;
    const LowerBound helped = lower_bound(topology_, chips, Needs(problem, parts, true), terms, groups);
    if (helped.time() < bound.time()) bound.with_switches = helped.bounds.front();
    return bound;
  }

  const ExplainOptions& options_;
  Result result_;
  Scenario scenario_;
  Topology topology_;
  Resolved resolved_;
  Routers routers_;
  Planner planner_;
  RunResult run_;
  std::vector<LinkId> busiest_;
  Explanation out_;
};

}  // namespace

Explanation explain(const Scenario& scenario, const ExplainOptions& options) {
  return Explainer(scenario, options).run();
}

}  // namespace collsim
