#pragma once

#include <cstdint>
#include <vector>

#include "topology/topology.h"

namespace collsim {

/// Switches by how far they are from the nearest chip, and in groups: those of one distance that links of an inner tier
/// join, as the routers of a dragonfly's group are. Where switches of one distance have links of one tier among
/// themselves, or none, each is a group of its own.
class SwitchGroups {
 public:
  explicit SwitchGroups(const Topology& topology);

  /// The switches that are as far from the chips, ascending. Requires: a switch that forwards.
  const std::vector<NodeId>& equals(NodeId sw) const { return by_rank_[rank_[sw]]; }
  /// A number for its group. Requires: as above.
  NodeId group(NodeId sw) const { return group_[sw]; }

 private:
  bool counts(NodeId node) const;
  void find_ranks();
  void find_groups();

  const Topology& topology_;
  std::vector<std::uint32_t> rank_;  // by node
  std::vector<std::vector<NodeId>> by_rank_;
  std::vector<NodeId> group_;  // by node
};

}  // namespace collsim
