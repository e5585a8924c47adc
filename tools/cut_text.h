#pragma once

#include <ostream>
#include <string>

#include "topology/topology.h"

namespace collsim {

/// Prints the most that can go from some nodes to others at once. Both are patterns of ids: `c[0-7]`. Throws UsageError
/// for a node that the topology does not have, or that is on both sides.
void write_cut(const Topology& topology, const std::string& from, const std::string& to, std::ostream& out);

}  // namespace collsim
