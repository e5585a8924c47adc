#include "routing/reach_tree.h"

#include <algorithm>

#include "topology/graph.h"

namespace collsim {

ReachTree::ReachTree(const Topology& topology, TreeNodes between)
    : topology_(topology), between_(between), at_(topology.node_count()) {}

bool ReachTree::grow(NodeId root, std::span<const NodeId> targets, std::uint32_t most_hops) {
  plant(root);
  std::size_t next = 0;
  const auto missing = [this](NodeId target) { return !holds(target); };
  for (std::uint32_t layer = 0; layer < most_hops && next < order_.size(); ++layer) {
    if (!targets.empty() && std::none_of(targets.begin(), targets.end(), missing)) return true;
    for (const std::size_t end = order_.size(); next < end; ++next) {
      if (order_[next] == root || carries_on(order_[next])) extend(order_[next]);
    }
  }
  return std::none_of(targets.begin(), targets.end(), missing);
}

void ReachTree::plant(NodeId root) {
  for (const NodeId node : order_) at_[node] = {};
  order_ = {root};
  at_[root].hops = 0;
}

bool ReachTree::carries_on(NodeId id) const {
  const Node& node = topology_.node(id);
  return node.forwards && (between_ == TreeNodes::any || node.kind == NodeKind::switch_);
}

void ReachTree::extend(NodeId node) {
  const CsrGraph& graph = topology_.graph().csr;
  const bool nic = topology_.node(node).kind == NodeKind::nic;
  const bool from_chip =
      nic && at_[node].hops > 0 && topology_.node(topology_.link(at_[node].link).from).kind == NodeKind::chip;
  const auto [first, last] = boost::out_edges(node, graph);
  for (auto e = first; e != last; ++e) {
    // A nic carries nothing straight from chip to chip.
    if (from_chip && topology_.node(boost::target(*e, graph)).kind == NodeKind::chip) continue;
    offer(node, topology_.graph().index(*e));
  }
}

void ReachTree::offer(NodeId from, LinkId id) {
  const Link& link = topology_.link(id);
  const At& before = at_[from];
  At now{before.hops + 1, id, std::min(before.width, link.bandwidth), before.latency + link.latency};
  if (before.hops > 0) now.latency += topology_.node(from).latency;
  At& known = at_[link.to];
  if (known.hops == kMostHops) {
    known = now;
    order_.push_back(link.to);
    return;
  }
  const bool better = now.width > known.width || (now.width == known.width && now.latency < known.latency);
  if (known.hops == now.hops && better) known = now;
}

}  // namespace collsim
