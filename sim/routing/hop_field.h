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

/// How many hops each state is from one destination: a breadth-first search against the links, which goes only as far
/// as it has been asked for, so that near pairs of a large network are cheap.
class HopField {
 public:
  static constexpr std::uint32_t kUnreachable = std::numeric_limits<std::uint32_t>::max();

  /// `dead`, by link, takes out those that are not 0; null: none. Requires: topology and `dead` outlive the field.
  HopField(const Topology& topology, NodeId destination, const std::vector<char>* dead = nullptr);

  /// Searches on until the hops of this state and of all that are nearer are known; those of others may still read
  /// kUnreachable. False where it does not reach the destination.
  bool search_for(RouteState state);
  std::uint32_t hops(RouteState state) const { return hops_[state]; }

 private:
  void expand(RouteState state);
  void reach(RouteState state, NodeId node, std::uint32_t hops);

  const Topology* topology_;
  const std::vector<char>* dead_;
  std::vector<std::uint32_t> hops_;
  std::vector<RouteState> queue_;
  std::size_t next_ = 0;
};

}  // namespace collsim
