#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "routing/core.h"
#include "routing/forwarding.h"
#include "routing/route.h"
#include "routing/ties.h"

namespace collsim {

class SearchingRouter;

/// A route whose links are kept by the router that found it.
struct RouteView {
  std::span<const LinkId> links;  ///< empty: there is no route
  Duration latency{};
};

/// Shortest routes: fewest hops; of those the widest least bandwidth; of those the lowest latency; of those what `Ties`
/// says, so that the answer depends on the file alone. A chip carries no traffic of others unless it says `forwards`,
/// and a nic never carries traffic from one chip straight to another: two chips that share one and have no shorter way
/// go to the switch behind it and back.
///
/// There is no table of pairs: the network is cut into a core and stubs (core.h), and a route is read hop by hop off
/// tables of the core (forwarding.h), in some nanoseconds a hop. What does not fit the cut is searched for.
class ShortestRouter {
 public:
  /// Requires: the topology outlives the router.
  ShortestRouter(const Topology& topology, Ties ties);
  ~ShortestRouter();

  /// The route between two different nodes, or null where there is none. Valid until the next call.
  const Route* find(NodeId from, NodeId to);

  /// The same without a copy. Valid until the next call.
  RouteView view(NodeId from, NodeId to);

  /// Of all tables as they are now.
  std::size_t memory_bytes() const;

 private:
  LinkId direct_link(NodeId from, NodeId to, std::uint32_t choice) const;
  RouteView view_of_path() const { return {std::span(path_.links).first(path_.hops), path_.latency}; }
  RouteView search(NodeId from, NodeId to);
  RouteView through_core(NodeId from, NodeId to, std::uint32_t choice);

  const Topology& topology_;
  Ties ties_;
  std::vector<std::uint32_t> choice_;  // by destination
  Core core_;
  ForwardingTables tables_;
  Path path_, other_path_;
  Route route_;
  std::unique_ptr<SearchingRouter> searching_;  // made when first needed
};

}  // namespace collsim
