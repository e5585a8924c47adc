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

/// One entry a tier that has pairs, innermost first. Pairs without a route are left out.
/// Cost: a route a pair; 1024 chips take a second or two.
std::vector<TierGroups> tier_groups(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips);

}  // namespace collsim
