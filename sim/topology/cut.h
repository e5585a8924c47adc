#pragma once

#include <span>

#include "topology/topology.h"

namespace collsim {

/// The most bytes per second that can go from some chips to others at once, over any routes: the capacity of the least
/// cut between them (push-relabel; Goldberg & Tarjan, J. ACM 35(4), 1988). Chips of neither side carry traffic only if
/// they forward; each direction of a half-duplex link counts in full.
/// Requires: no chip on both sides.
double least_cut(const Topology& topology, std::span<const NodeId> from, std::span<const NodeId> to);

/// The same with other bandwidths, by link; infinity where every flow has a link to itself, and the result then may be
/// that too.
double least_cut(const Topology& topology, std::span<const double> bandwidth, std::span<const NodeId> from,
                 std::span<const NodeId> to);

}  // namespace collsim
