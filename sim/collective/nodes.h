#pragma once

#include <span>
#include <vector>

#include "collective/problem.h"

namespace collsim {

/// The ranks of a group as chips of nodes: `count` nodes of `size` chips each.
class Nodes {
 public:
  /// What a group without tiers is.
  enum class Flat : std::uint8_t { one_node, nodes_of_one };

  /// Requires: a hierarchy that is flat or of two tiers.
  Nodes(const Problem& problem, Flat flat);

  int count() const { return tiers_.size(1); }
  int size() const { return tiers_.size(0); }
  int node(Rank rank) const { return tiers_.coordinate(rank, 1); }
  int position(Rank rank) const { return tiers_.coordinate(rank, 0); }
  Rank rank(int node, int position) const { return chips_of(node)[static_cast<std::size_t>(position)]; }

  /// By position. The list lives as long as this does, or what it is moved to.
  std::span<const Rank> chips_of(int node) const { return slice(by_node_, node, size()); }
  /// By node. The same holds.
  std::span<const Rank> chips_at(int position) const { return slice(by_position_, position, count()); }

  /// Places are positions counted from a head's on, round the node: the head has place 0.
  int place(Rank rank, int head) const { return (position(rank) - head + size()) % size(); }
  /// The chip of the rank's node in that place.
  Rank at_place(Rank rank, int head, int place) const { return this->rank(node(rank), (head + place) % size()); }
  /// Where the head of a copy is, so that the heads of `copies` are spread over the node.
  int head(int copy, int copies) const { return evenly_spread(copy, copies, size()); }

 private:
  static std::span<const Rank> slice(const std::vector<Rank>& all, int index, int length) {
    return std::span(all).subspan(static_cast<std::size_t>(index * length), static_cast<std::size_t>(length));
  }

  Hierarchy tiers_;
  std::vector<Rank> by_node_;      // node 0's by position, node 1's, …
  std::vector<Rank> by_position_;  // position 0's by node, position 1's, …
};

/// One transfer of all `senders` to all `receivers`. Requires: one of each at least; the lists outlive it.
inline Transfer joint_transfer(std::span<const Rank> senders, std::span<const Rank> receivers, Bytes bytes,
                               Action action) {
  return {senders.front(), receivers.front(), bytes, action, senders.subspan(1), receivers.subspan(1)};
}

}  // namespace collsim
