#pragma once

#include "collective/table.h"
#include "routing/detour.h"
#include "routing/shortest.h"
#include "routing/stated_routes.h"
#include "routing/tree_router.h"
#include "routing/way_finder.h"
#include "scenario/scenario.h"

namespace collsim {

/// What finds the ways of messages. Routes are remembered from one run to the next.
struct Routers {
  /// Requires: the topology and `stated` outlive this.
  Routers(const Topology& topology, const Model& model, std::uint64_t seed, const StatedRoutes& stated);

  /// For messages that switches merge or replicate. Requires: an algorithm that has such.
  TreeRouter& trees(Algorithm::InNetwork where) {
    return where == Algorithm::InNetwork::in_nodes ? in_nodes : between_nodes;
  }
  /// Every pair has one route, which `shortest` knows.
  bool one_route_a_pair() const { return finder == nullptr && stated.empty(); }
  /// The way of one message, by `model.routing`; false where there is none. Around dead links where there is such a
  /// way, and else as if they were not dead: whoever asks has to wait. `loads` may be null. Requires: nothing is stated
  /// for the pair.
  bool find(const RouteRequest& request, const LinkLoads* loads, Route& out);

  /// The same of a message that enters the network at this moment, or is there.
  bool find_now(const RouteRequest& request, const LinkLoads* loads, Route& out);
  /// The same for what is expected of all messages between the two; null where there is no way. Valid until the next
  /// call.
  const Route* find_expected(NodeId from, NodeId to);
  /// Takes a link out of all ways but trees and stated ones, or back in.
  void set_dead(LinkId link, bool dead);
  void revive_all();

  ShortestRouter shortest;
  TreeRouter in_nodes, between_nodes;
  EqualCost equal_cost;
  DetourRouter detours;
  const StatedRoutes& stated;
  std::unique_ptr<WayFinder> finder;    ///< of `model.routing`; null: shortest
  std::unique_ptr<WayFinder> expected;  ///< where the bytes of many messages go on average; null: shortest

 private:
  RouteView shortest_alive(NodeId from, NodeId to);

  Route route_;
};

}  // namespace collsim
