#include "workload/replay.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "workload/chosen_run.h"
#include "workload/routers.h"
#include "workload/simulation.h"

namespace collsim {
namespace {

const CollectiveSpec* swept_collective(const Scenario& scenario) {
  const auto swept = std::find_if(scenario.collectives.begin(), scenario.collectives.end(),
                                  [](const CollectiveSpec& spec) { return spec.swept; });
  return swept == scenario.collectives.end() ? nullptr : &*swept;
}

std::optional<RoutingUse> routing_use(const Scenario& scenario) {
  const Model& model = scenario.model;
  const bool spray = model.routing == Routing::spray;
  if (model.routing == Routing::shortest && scenario.routes.empty()) return {};
  RoutingUse use;
  use.routing = to_string(model.routing);
  const bool hashes = spray ? model.striping == Striping::hashed : model.routing != Routing::shortest;
  const bool in_turn = model.hash == HashBy::round_robin && model.routing != Routing::ecmp;
  if (hashes) use.hash = to_string(in_turn ? HashBy::flow : model.hash);
  if (spray) use.striping = to_string(model.striping);
  use.stated = scenario.routes.size();
  return use;
}

}  // namespace

Result replay(const Scenario& scenario, const ReplayOptions& options) {
  const Topology topology = build_topology(scenario.topology);
  const Resolved resolved = resolve(scenario, topology);
  Routers routers(topology, scenario.model, scenario.seed, resolved.routes);
  const CollectiveSpec* swept = swept_collective(scenario);
  Result result;
  result.scenario = scenario.name;
  result.seed = scenario.seed;
  result.swept = swept != nullptr;
  result.checked = options.check;
  result.routing = routing_use(scenario);
  Planner planner(scenario, topology, resolved, routers);
  result.notes = planner.notes();
  const bool automatic = has_automatic(scenario);
  const std::size_t runs = swept == nullptr ? 1 : swept->sizes.size();
  for (std::size_t i = 0; i < runs && !result.interrupted; ++i) {
    const Scenario named = automatic ? as_chosen(scenario, i) : Scenario{};
    const Scenario& now = automatic ? named : scenario;
    try {
      Simulation simulation(
          {now, topology, resolved, planner, routers, i, options.observer, options.check, options.most_messages});
      if (options.observer != nullptr) options.observer->run_started(swept == nullptr ? 0 : swept->sizes[i]);
      simulation.run(options.stop);
      result.interrupted = !simulation.finished();
      result.runs.push_back(simulation.result());
      if (automatic) tell_choices(now, result.runs.back());
    } catch (const SimulationError& error) {
      if (i == 0) throw;
      result.failure = fmt::format("at size {}: {}", format_size(swept->sizes[i]), error.what());
      break;
    }
    if (options.observer != nullptr) options.observer->run_ended(result.runs.back());
  }
  return result;
}

}  // namespace collsim
