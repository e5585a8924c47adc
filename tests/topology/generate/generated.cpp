#include "topology/generate/generated.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "routing/shortest.h"
#include "scenario/reader.h"
#include "topology/cut.h"

namespace collsim::test {

Topology generated(const std::string& mapping) { return topology_of("generate: " + mapping + "\n"); }

Topology topology_of(const std::string& yaml) { return build_topology(parse_topology(yaml, "t.yaml").topology); }

std::string whole_text(const Topology& topology) {
  std::ostringstream text;
  text.precision(17);
  for (NodeId id = 0; id < topology.node_count(); ++id) {
    const Node& n = topology.node(id);
    text << n.name << ' ' << to_string(n.kind) << ' ' << n.latency.count() << ' ' << n.forwards << n.reduces
         << n.multicasts << '\n';
  }
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link& l = topology.link(id);
    text << topology.link_name(id) << ' ' << l.bandwidth << ' ' << l.latency.count() << ' ' << to_string(l.tier) << ' '
         << to_string(l.duplex) << ' ' << l.reverse << '\n';
  }
  return text.str();
}

std::size_t diameter(const Topology& topology) {
  ShortestRouter router(topology, Ties::file_order);
  std::size_t most = 0;
  for (const NodeId from : topology.chips())
    for (const NodeId to : topology.chips()) {
      if (from == to) continue;
      const Route* route = router.find(from, to);
      if (route == nullptr)
        throw std::runtime_error("no route from " + topology.node(from).name + " to " + topology.node(to).name);
      most = std::max(most, route->links.size());
    }
  return most;
}

double bisection(const Topology& topology) {
  const std::span<const NodeId> chips = topology.chips();
  return least_cut(topology, chips.first(chips.size() / 2), chips.subspan(chips.size() / 2));
}

}  // namespace collsim::test
