#pragma once

#include <ostream>

#include "topology/topology.h"

namespace collsim {

/// Prints what a topology consists of: its nodes by kind, its links by tier, its ranks, how they group, its bisection.
void write_summary(const Topology& topology, std::ostream& out);

}  // namespace collsim
