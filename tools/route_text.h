#pragma once

#include <ostream>
#include <string>

#include "routing/ties.h"
#include "topology/topology.h"

namespace collsim {

/// Prints the hops from one node to another, with the bandwidth and the latency of each, what they add up to, and how
/// many other ways are as short.
/// Throws UsageError for an unknown node and SimulationError where there is no route.
void write_route(const Topology& topology, Ties ties, const std::string& from, const std::string& to,
                 std::ostream& out);

}  // namespace collsim
