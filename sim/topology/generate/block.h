#pragma once

#include "topology/description.h"
#include "topology/generate/ids.h"

namespace collsim {

/// A network that stands for one node of a larger one.
struct NetworkBlock {
  TopologyDescription description;
  Ids chips;
  /// What the network around it attaches to.
  Ids ports;
  bool ports_are_chips = false;
  Tier outermost = Tier::d2d;  ///< of its links
};

/// A block from a topology of its own. Its ports are its nics, or where it has none its chips.
/// Throws InputError as build_topology does, and where it has no chip.
NetworkBlock make_block(TopologyDescription description);

/// The tier outside of `tier`; p2p has none and stays.
Tier next_outer(Tier tier);

}  // namespace collsim
