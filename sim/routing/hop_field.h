#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "topology/topology.h"

namespace collsim {

/// Where a route may stand: at a node, and for a nic also whether it came straight from a chip, since it must not go
/// straight to a chip then. The first node_count() states are the plain ones.
using RouteState = std::uint32_t;

inline bool is_nic_after_chip(const Topology& topology, NodeId from, NodeId to) {
  return topology.node(to).kind == NodeKind::nic && topology.node(from).kind == NodeKind::chip;
}
/// The state after the hop from -> to.
inline RouteState entering(const Topology& topology, NodeId from, NodeId to) {
  const auto nodes = static_cast<RouteState>(topology.node_count());
  return is_nic_after_chip(topology, from, to) ? nodes + to : to;
}

/// How many hops each state is from one destination: a breadth-first search against the links.
class HopField {
 public:
  static constexpr std::uint32_t kUnreachable = std::numeric_limits<std::uint32_t>::max();

  HopField(const Topology& topology, NodeId destination);

  std::uint32_t hops(RouteState state) const { return hops_[state]; }

 private:
  void reach(const Topology& topology, RouteState state, NodeId node, std::uint32_t hops);

  std::vector<std::uint32_t> hops_;
  std::vector<RouteState> queue_;
};

}  // namespace collsim
