#pragma once

#include <span>
#include <vector>

#include "routing/shortest.h"

namespace collsim {

/// The chips that pairs up to one tier join (model.md §7): a pair's tier is the outermost on its route.
struct TierGroups {
  Tier tier = Tier::c2c;
  double bandwidth = 0;       ///< least of the tier's pairs, each the least on its route
  Duration latency{};         ///< mean α_path of the tier's pairs
  std::vector<int> sizes;     ///< of the connected components, largest first
  std::vector<int> group_of;  ///< by chip: the lowest index of a chip in its component
  bool even() const { return sizes.front() == sizes.back(); }
};

/// Up to so many chips every pair is asked for its bandwidth and latency.
inline constexpr std::size_t kAllPairsUpTo = 128;

/// One entry a tier that has pairs, innermost first. Pairs without a route are left out.
///
/// Who is joined is exact: chips that links up to a tier connect are asked for one route each, and where one of them
/// leaves the tier, pair by pair. Bandwidth and latency are those of all pairs up to `all_pairs_up_to` chips; beyond
/// that of the pairs with representatives() of the chips, which is the same wherever like chips are exchangeable and
/// equally good routes are of one tier.
/// Cost: a few routes a chip.
std::vector<TierGroups> tier_groups(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips,
                                    std::size_t all_pairs_up_to = kAllPairsUpTo);

}  // namespace collsim
