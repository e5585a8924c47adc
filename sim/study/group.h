#pragma once

#include <vector>

#include "collective/group_facts.h"
#include "routing/shortest.h"

namespace collsim {

/// Facts of a group of chips, by rank.
GroupFacts group_facts_of(const Topology& topology, ShortestRouter& router, const std::vector<NodeId>& chips);

}  // namespace collsim
