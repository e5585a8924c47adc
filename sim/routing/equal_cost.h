#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "routing/hop_field.h"
#include "topology/topology.h"

namespace collsim {

/// All ways with the fewest hops, link by link: from where a route stands, every link that leads one hop nearer to its
/// destination. Parallel links are ways of their own; bandwidths and latencies play no part. Who may carry what for
/// others is as in ShortestRouter: a chip only with `forwards`, a nic never from one chip straight to another.
///
/// Links may be dead: then the ways are those that are left. Hops are counted where they are asked for and kept for
/// each node that carries traffic of others and that a destination hangs on, so that the chips of one switch share
/// them; there is no table of pairs.
class EqualCost {
 public:
  static constexpr std::uint32_t kUnreachable = std::numeric_limits<std::uint32_t>::max();

  /// Requires: the topology outlives this.
  explicit EqualCost(const Topology& topology);

  /// Takes a directed link out of all ways, or back in. Forgets what was kept, if that changes anything.
  void set_dead(LinkId link, bool dead);
  bool is_dead(LinkId link) const { return dead_[link] != 0; }

  /// From `at` to the destination; kUnreachable where there is no way. A route starts in the state of the number of its
  /// first node, and stands in after() of each link that it has taken. More than 65 534 hops are no way.
  std::uint32_t hops(RouteState at, NodeId to);
  /// The links to go on by, ascending, which is their order in the file; none at the destination or where there is no
  /// way. Valid until the next call.
  std::span<const LinkId> next(RouteState at, NodeId to);
  RouteState after(LinkId link) const {
    return entering(topology_, topology_.link(link).from, topology_.link(link).to);
  }

  std::size_t memory_bytes() const;

 private:
  // The core is what can carry traffic of others: nodes that forward, but for nics that serve chips of one switch.
  using CoreIndex = std::uint32_t;
  using Hops = std::uint16_t;
  static constexpr CoreIndex kOutside = std::numeric_limits<CoreIndex>::max();
  static constexpr Hops kFar = std::numeric_limits<Hops>::max();

  struct Before {  // the core's hops, against their direction
    CoreIndex from;
    LinkId link;
  };
  /// Hops from every node of the core to one of them, and of those that somebody went on from the links to go on by.
  struct Field {
    std::vector<Hops> hops;
    std::vector<std::uint32_t> first_link;  // by core index, into `links`, where their number stands; 0: not known yet
    std::vector<LinkId> links{0};
  };
  struct Entry {  // into the destination
    Field* field;
    std::uint32_t extra;  // hops from the field's node to the destination
  };

  bool serves_one_switch(NodeId nic) const;
  void number_core();
  void lay_out_core();
  NodeId node_of(RouteState at) const { return at < nodes_ ? at : at - nodes_; }
  bool may_go(RouteState at, LinkId link) const;
  void forget();
  void turn_to(NodeId to);
  void enter_from(NodeId from, NodeId to, std::uint32_t extra);
  void add_entry(RouteState state, std::uint32_t extra);
  Field& field_towards(CoreIndex core);
  void find_next(RouteState at);
  std::span<const LinkId> known_next(RouteState at);
  std::vector<Hops> search_from(CoreIndex core) const;
  std::uint32_t hops_in_core(CoreIndex core) const;
  std::uint32_t hops_outside(RouteState at) const;
  std::uint32_t hops_after(LinkId link) const;
  std::uint32_t hops_from(RouteState at) const;

  const Topology& topology_;
  NodeId nodes_;
  std::vector<char> dead_;                   // by link
  std::vector<CoreIndex> core_;              // by route state
  std::vector<RouteState> state_;            // by core index
  std::vector<std::uint32_t> first_before_;  // by core index, and the end
  std::vector<Before> before_;
  std::unordered_map<CoreIndex, Field> fields_;  // by what they lead to; looked up only
  std::size_t field_bytes_ = 0;
  NodeId to_;  // whose entries these are; nodes_: nobody's
  std::vector<Entry> entries_;
  std::vector<LinkId> next_;
};

}  // namespace collsim
