#include "verify_trace.h"

#include <memory>

#include "collective/table.h"
#include "collective/verifier.h"
#include "result/output_file.h"
#include "workload/planner.h"

namespace collsim {
namespace {

void trace(const CollectiveSpec& collective, const Problem& problem, std::ostream& out) {
  const Algorithm& algorithm = *find_algorithm(collective.algorithm, collective.op);
  const std::unique_ptr<Program> program = algorithm.make(problem);
  out << collective.id << ": " << to_string(collective.op) << " by " << collective.algorithm << ", " << problem.ranks
      << " ranks, " << format_size(problem.size) << '\n';
  print_trace(*program, problem, out);
  out << std::flush;
  if (const auto fault = find_fault(*program, problem)) throw CheckError(collective.id + ": " + *fault);
}

}  // namespace

int verify_trace(const Scenario& scenario) {
  const Topology topology = build_topology(scenario.topology);
  const Resolved resolved = resolve(scenario, topology);
  Routers routers(topology, scenario.model, scenario.seed, resolved.routes);
  Planner planner(scenario, topology, resolved, routers);
  OutputFile out("-");
  for (std::size_t i = 0; i < scenario.collectives.size(); ++i) {
    const CollectiveSpec& collective = scenario.collectives[i];
    trace(collective, planner.problem(collective, i, collective.sizes.front()), out.stream());
  }
  out.finish();
  return 0;
}

}  // namespace collsim
