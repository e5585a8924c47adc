#pragma once

#include <span>

#include "topology/topology.h"

namespace collsim {

/// Every two of the chips have a link of their own, or a switch that both hang on.
bool fully_connected(const Topology& topology, std::span<const NodeId> chips);

}  // namespace collsim
