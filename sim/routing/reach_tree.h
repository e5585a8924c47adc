#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "topology/topology.h"

namespace collsim {

/// What may lie between a tree's root and its chips: switches alone, or whatever forwards.
enum class TreeNodes : std::uint8_t { switches, any };

/// The ways from one node out to others, as a tree: each by fewest hops; of those by the widest least bandwidth, then
/// the lowest latency, then file order.
class ReachTree {
 public:
  static constexpr std::uint32_t kMostHops = std::numeric_limits<std::uint32_t>::max();

  /// Requires: the topology outlives this.
  ReachTree(const Topology& topology, TreeNodes between);

  /// Grows layer by layer until it holds all `targets`, or has `most_hops` layers, or can grow no more.
  /// True if it holds them all.
  bool grow(NodeId root, std::span<const NodeId> targets, std::uint32_t most_hops);

  bool holds(NodeId node) const { return at_[node].hops != kMostHops; }
  std::uint32_t hops(NodeId node) const { return at_[node].hops; }
  /// The link that enters `node` from its parent. Requires: holds(node), and it is not the root.
  LinkId link_to(NodeId node) const { return at_[node].link; }
  double width(NodeId node) const { return at_[node].width; }
  /// Of the links from the root and of the nodes between.
  Duration latency(NodeId node) const { return at_[node].latency; }
  /// By rising hops.
  std::span<const NodeId> nodes() const { return order_; }

 private:
  struct At {
    std::uint32_t hops = kMostHops;
    LinkId link = kNoLink;
    double width = std::numeric_limits<double>::infinity();
    Duration latency{};
  };

  void plant(NodeId root);
  bool carries_on(NodeId node) const;
  void extend(NodeId node);
  void offer(NodeId from, LinkId link);

  const Topology& topology_;
  TreeNodes between_;
  std::vector<At> at_;  // by node
  std::vector<NodeId> order_;
};

}  // namespace collsim
