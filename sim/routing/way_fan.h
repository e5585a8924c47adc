#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "routing/equal_cost.h"

namespace collsim {

/// All ways of the fewest hops from one node to another at once: they part and meet at places, each so many hops from
/// the start.
///
///     hop 0        hop 1        hop 2
///     0 ── 1 ──┬── 2 ──┬── 4        branches of a hop stand together, by the place they leave
///              └── 3 ──┘
class WayFan {
 public:
  struct Branch {
    LinkId link;
    std::uint32_t from, to;  ///< places
  };

  /// Requires: `ways` outlives this.
  explicit WayFan(EqualCost& ways) : ways_(ways) {}

  /// False where there is no way. Requires: two different nodes.
  bool lay_out(const Topology& topology, NodeId from, NodeId to);

  /// All branches, hop by hop.
  std::span<const Branch> branches() const { return branches_; }
  std::size_t hops() const { return first_of_hop_.size() - 1; }
  std::span<const Branch> hop(std::size_t hop) const {
    return std::span(branches_).subspan(first_of_hop_[hop], first_of_hop_[hop + 1] - first_of_hop_[hop]);
  }
  /// From 0, the start, to the destination, the last.
  std::size_t places() const { return place_.size(); }
  NodeId node(std::uint32_t place) const { return place_[place].node; }
  /// How many different ways there are.
  double count() const;

 private:
  struct Place {
    RouteState state;
    NodeId node;
  };
  void lay_out_hop(const Topology& topology, std::size_t first_place, NodeId to);
  std::uint32_t place_of(const Topology& topology, LinkId link, std::size_t first_place);

  EqualCost& ways_;
  std::vector<Branch> branches_;
  std::vector<std::size_t> first_of_hop_;
  std::vector<Place> place_;
  std::vector<std::uint32_t> place_of_state_;  // meaningful for states in place_
};

}  // namespace collsim
