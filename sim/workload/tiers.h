#pragma once

#include <string>
#include <vector>

#include "collective/hierarchy.h"
#include "collective/table.h"
#include "routing/profile.h"
#include "workload/facts.h"

namespace collsim {

/// The outermost tier whose links join chips to a node.
inline constexpr Tier kNodeTier = Tier::c2c;

/// The tiers that join something, innermost first, if the groups of all tiers are even and end in one; else none, and
/// `note` says which sizes there are. `tiers` is tier_groups() of the group's chips in rank order, here and below.
std::vector<const TierGroups*> joining_tiers(const std::vector<TierGroups>& tiers, int ranks, std::string& note);

/// The hierarchy that a group's tiers make (model.md §7): a tier whose groups all have one size multiplies the one
/// below it; a tier that adds nothing is dropped; groups are ordered by their lowest rank, positions inside by rank.
/// Where the groups of any tier are uneven the whole group is flat, and `note` says which sizes it found.
Hierarchy hierarchy_of(const std::vector<TierGroups>& tiers, int ranks, std::string& note);

/// By rank: the lowest rank of its node, which die-to-die and chip-to-chip links join.
std::vector<int> nodes_of(const std::vector<TierGroups>& tiers, int ranks);

/// Two tiers: nodes by their lowest rank, ranks inside in rank order. Flat where there is one node, or each rank is
/// one, or, with a `note`, where they are uneven.
Hierarchy node_hierarchy(const std::vector<int>& node_of, std::string& note);

/// The groups that a collective states, in rank order; for an algorithm that works node by node folded to two tiers:
/// the innermost, and what is beyond.
Hierarchy stated_hierarchy(const std::vector<int>& groups, Algorithm::Tiers tiers);

/// What the network offers to an algorithm: the group's tiers, or its nodes. Appends to `notes` why that is flat where
/// the collective `id` might have expected more.
Hierarchy found_hierarchy(const std::string& id, const KnownGroup& group, Algorithm::Tiers tiers,
                          std::vector<std::string>& notes);

}  // namespace collsim
