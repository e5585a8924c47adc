#pragma once

#include <span>
#include <vector>

#include "result/explanation.h"
#include "scenario/scenario.h"
#include "study/chip_groups.h"
#include "study/needs.h"
#include "workload/resolve.h"

namespace collsim {

/// What the model lets one operation's messages pay and have.
struct BoundTerms {
  Duration alpha_start{};
  double utilization = 1;
  std::vector<double> bandwidth;  ///< by link, the most that it ever has; infinite where it is not shared
};

/// `events` are the scenario's, resolved.
BoundTerms bound_terms(const Scenario& scenario, const Topology& topology, std::span<const Resolved::LinkEvent> events,
                       const CollectiveSpec& spec, int ranks);

/// Times that an operation cannot undercut on a topology, whatever the algorithm and the routes:
///   latency     α_start and the quickest way to the farthest chip that must learn something from another
///   port        what one chip must send or receive, over all its links
///   all ports   what all chips together must send, over all their links
///   cut         what must leave or enter a group of chips, over the least cut between it and the other ranks
/// The last three pay α_start and the least latency of a chip's link besides: bytes enter after the first, and the last
/// of them has the second still before it. `groups` are the cuts to try, beside single chips and the first half of
/// the ranks. Requires: chips by rank.
LowerBound lower_bound(const Topology& topology, std::span<const NodeId> chips, const Needs& needs,
                       const BoundTerms& terms, std::span<const ChipGroups> groups);

}  // namespace collsim
