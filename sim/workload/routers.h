#pragma once

#include "collective/table.h"
#include "routing/shortest.h"
#include "routing/tree_router.h"

namespace collsim {

/// What finds the ways of messages. Routes are remembered from one run to the next.
struct Routers {
  /// Requires: the topology outlives this.
  Routers(const Topology& topology, Ties ties)
      : shortest(topology, ties), in_nodes(topology, TreeNodes::switches), between_nodes(topology, TreeNodes::any) {}

  /// For messages that switches merge or replicate. Requires: an algorithm that has such.
  TreeRouter& trees(Algorithm::InNetwork where) {
    return where == Algorithm::InNetwork::in_nodes ? in_nodes : between_nodes;
  }

  ShortestRouter shortest;
  TreeRouter in_nodes, between_nodes;
};

}  // namespace collsim
