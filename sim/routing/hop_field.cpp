#include "routing/hop_field.h"

#include "topology/graph.h"

namespace collsim {

HopField::HopField(const Topology& topology, NodeId destination, const std::vector<char>* dead)
    : topology_(&topology), dead_(dead) {
  const auto nodes = static_cast<RouteState>(topology.node_count());
  hops_.assign(std::size_t{2} * nodes, kUnreachable);
  hops_[destination] = hops_[nodes + destination] = 0;
  queue_ = {destination, nodes + destination};
}

bool HopField::search_for(RouteState state) {
  while (hops_[state] == kUnreachable && next_ < queue_.size()) expand(queue_[next_++]);
  return hops_[state] != kUnreachable;
}

void HopField::expand(RouteState state) {
  const CsrGraph& graph = topology_->graph().csr;
  const auto nodes = static_cast<RouteState>(topology_->node_count());
  const NodeId node = state % nodes;
  const bool to_chip = topology_->node(node).kind == NodeKind::chip;
  const auto [first, last] = boost::in_edges(node, graph);
  for (auto e = first; e != last; ++e) {
    if (dead_ != nullptr && (*dead_)[topology_->graph().index(*e)] != 0) continue;
    const NodeId before = boost::source(*e, graph);
    if (entering(*topology_, before, node) != state) continue;
    reach(before, before, hops_[state] + 1);
    if (topology_->node(before).kind == NodeKind::nic && !to_chip) reach(nodes + before, before, hops_[state] + 1);
  }
}

/// A node that does not forward can start a route but not carry one on.
void HopField::reach(RouteState state, NodeId node, std::uint32_t hops) {
  if (hops_[state] != kUnreachable) return;
  hops_[state] = hops;
  if (topology_->node(node).forwards) queue_.push_back(state);
}

}  // namespace collsim
