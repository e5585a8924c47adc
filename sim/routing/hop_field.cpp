#include "routing/hop_field.h"

#include "topology/graph.h"

namespace collsim {

HopField::HopField(const Topology& topology, NodeId destination) {
  const CsrGraph& graph = topology.graph().csr;
  const auto nodes = static_cast<RouteState>(topology.node_count());
  hops_.assign(std::size_t{2} * nodes, kUnreachable);
  hops_[destination] = hops_[nodes + destination] = 0;
  queue_ = {destination, nodes + destination};
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const RouteState state = queue_[next];
    const NodeId node = state % nodes;
    const auto [first, last] = boost::in_edges(node, graph);
    for (auto e = first; e != last; ++e) {
      const NodeId before = boost::source(*e, graph);
      if (entering(topology, before, node) != state) continue;
      reach(topology, before, before, hops_[state] + 1);
      const bool to_chip = topology.node(node).kind == NodeKind::chip;
      if (topology.node(before).kind == NodeKind::nic && !to_chip) {
        reach(topology, nodes + before, before, hops_[state] + 1);
      }
    }
  }
  queue_ = {};
}

/// A node that does not forward can start a route but not carry one on.
void HopField::reach(const Topology& topology, RouteState state, NodeId node, std::uint32_t hops) {
  if (hops_[state] != kUnreachable) return;
  hops_[state] = hops;
  if (topology.node(node).forwards) queue_.push_back(state);
}

}  // namespace collsim
