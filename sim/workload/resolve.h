#pragma once

#include <span>
#include <utility>
#include <vector>

#include "collective/program.h"
#include "routing/stated_routes.h"
#include "scenario/scenario.h"
#include "topology/topology.h"
#include "workload/fabric.h"

namespace collsim {

/// A scenario's names as nodes and links of its topology, in the order of the scenario's lists.
struct Resolved {
  std::vector<std::vector<NodeId>> groups;             ///< chips by rank, by collective
  std::vector<std::vector<Duration>> lateness;         ///< by rank, by collective; empty where nobody is late
  std::vector<std::vector<std::vector<Rank>>> orders;  ///< of rings, as ranks, by collective; mostly none
  std::vector<std::pair<NodeId, NodeId>> background;
  std::vector<std::pair<NodeId, NodeId>> noise;
  struct LinkEvent {
    std::vector<LinkId> links;  ///< of a change of nodes all that begin or end there, by node
    std::vector<NodeId> nodes;
    std::vector<std::size_t> first_link;  ///< by node, into `links`, and the end; empty without nodes

    std::span<const LinkId> links_of(std::size_t node) const {
      return std::span(links).subspan(first_link[node], first_link[node + 1] - first_link[node]);
    }
  };
  std::vector<LinkEvent> events;
  std::vector<std::vector<double>> slowness;  ///< factors by rank, by collective; empty where nobody is slow
  std::vector<Fabric::SlowLink> slow_links;
  StatedRoutes routes;
};

/// Throws InputError with everything that the scenario names and the topology does not have: unknown chips, nodes and
/// links, ranks on a switch, a chip that is two ranks of one group, a root that is no rank, a ring order that leaves a
/// chip of the group out or names one twice, a stated route that leads nowhere.
Resolved resolve(const Scenario& scenario, const Topology& topology);

}  // namespace collsim
