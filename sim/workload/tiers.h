#pragma once

#include <string>
#include <vector>

#include "collective/hierarchy.h"
#include "routing/profile.h"
#include "scenario/scenario.h"

namespace collsim {

/// The hierarchy that a group's tiers make (model.md §7): a tier whose groups all have one size multiplies the one
/// below it; a tier that adds nothing is dropped; groups are ordered by their lowest rank, positions inside by rank.
/// Where the groups of any tier are uneven the whole group is flat, and `note` says which sizes it found.
/// `tiers` is tier_groups() of the group's chips in rank order.
Hierarchy hierarchy_of(const std::vector<TierGroups>& tiers, int ranks, std::string& note);

/// What each collective of a scenario works along: nothing, the groups it states, or its chips' tiers. Appends to
/// `notes` what people should know. `groups` holds the collectives' chips by rank.
std::vector<Hierarchy> hierarchies(const Scenario& scenario, const std::vector<std::vector<NodeId>>& groups,
                                   const Topology& topology, ShortestRouter& router, std::vector<std::string>& notes);

}  // namespace collsim
