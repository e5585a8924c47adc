#include "study/group.h"

#include "routing/profile.h"
#include "workload/tiers.h"

namespace collsim {

GroupFacts group_facts_of(const Topology& topology, ShortestRouter& router, const std::vector<NodeId>& chips) {
  GroupFacts facts;
  facts.ranks = static_cast<int>(chips.size());
  const auto tiers = tier_groups(topology, router, chips);
  std::string note;
  facts.tiers = hierarchy_of(tiers, facts.ranks, note);
  if (facts.tiers.flat()) {
    if (!tiers.empty()) facts.tier_facts = {{tiers.back().bandwidth, tiers.back().latency}};
  } else {
    for (const auto& t : tiers) facts.tier_facts.push_back({t.bandwidth, t.latency});
    facts.nodes = facts.tiers;
    for (int r = 0; r < facts.ranks; ++r) facts.way_out.push_back(facts.nodes.coordinate(r, 0));
  }
  if (!tiers.empty() && tiers.front().tier > Tier::c2c) facts.way_out.assign(chips.size(), 0);
  facts.fully_connected = facts.way_out.empty();
  return facts;
}

}  // namespace collsim
