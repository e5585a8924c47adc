#pragma once

#include <ostream>

#include "routing/ties.h"
#include "topology/topology.h"

namespace collsim {

/// Prints what a topology consists of: its nodes by kind, its ranks, its links by tier, the groups of chips that each
/// tier joins (up to 1024 chips) by routes with these ties, and the bisection.
void write_summary(const Topology& topology, Ties ties, std::ostream& out);

}  // namespace collsim
