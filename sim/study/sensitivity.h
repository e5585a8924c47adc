#pragma once

#include <span>
#include <stop_token>

#include "result/explanation.h"
#include "scenario/scenario.h"
#include "topology/topology.h"
#include "workload/resolve.h"

namespace collsim {

struct SensitivityOptions {
  int threads = 1;
  std::stop_token stop;
};

/// Runs the scenario again with one kind of used link after the other changed, the busiest first: one of them at half
/// its bandwidth, one at double, and all alike at double; and once those of all kinds that are about as
/// busy as the busiest together at double; both directions each time, from the first instant on, on the
/// routes of the unchanged network, unless routing is adaptive. Links are alike that have the same tier, ends of the
/// same kinds, bandwidth, load and peak. At most ten kinds, fewer where runs are long. Independent of the number of
/// threads. A run that cannot finish then (a link fails while more is on its way) takes for ever. `events` are the
/// scenario's, resolved. Requires: one size, choices made, and `base` is its result. Throws Interrupted where `stop`
/// asked to end.
Sensitivity try_links(const Scenario& scenario, const Topology& topology, std::span<const Resolved::LinkEvent> events,
                      const RunResult& base, const SensitivityOptions& options);

}  // namespace collsim
