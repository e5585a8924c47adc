#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "topology/topology.h"

namespace collsim {

/// A chip that stands for `count` of the group, itself among them.
struct Representative {
  std::uint32_t chip;  ///< index in the group
  double count;
};

/// Chips that hang alike have alike routes to the group: one of each kind stands for its kind. Kinds are found by
/// colour refinement (each node's colour is hashed with those of its neighbours until no more kinds come of it), the
/// symmetries of the network exactly wherever it is a tree, and in the regular networks people build. Where there are
/// more than `most` kinds, `most` chips are taken at even distances instead, each for its stretch of the group.
/// Cost: the links, a few times.
std::vector<Representative> representatives(const Topology& topology, std::span<const NodeId> chips, std::size_t most);

}  // namespace collsim
