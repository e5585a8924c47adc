#include "workload/tiers.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "collective/table.h"

namespace collsim {
namespace {

std::string uneven_note(const TierGroups& tier) {
  return fmt::format("the groups at tier {} are of {} chips: taken as one flat group", to_string(tier.tier),
                     fmt::join(tier.sizes, " + "));
}

/// The tiers that join something, as long as they are even and end in one group.
std::vector<const TierGroups*> joining_tiers(const std::vector<TierGroups>& tiers, int ranks, std::string& note) {
  std::vector<const TierGroups*> joining;
  int joined = 1;
  for (const TierGroups& tier : tiers) {
    if (!tier.even()) {
      note = uneven_note(tier);
      return {};
    }
    if (tier.sizes.front() > joined) joining.push_back(&tier);
    joined = tier.sizes.front();
  }
  if (joined != ranks && !tiers.empty()) note = uneven_note(tiers.back());
  return joined == ranks ? joining : std::vector<const TierGroups*>{};
}

}  // namespace

Hierarchy hierarchy_of(const std::vector<TierGroups>& tiers, int ranks, std::string& note) {
  const std::vector<const TierGroups*> joining = joining_tiers(tiers, ranks, note);
  if (joining.size() < 2) return {};
  std::vector<int> sizes;
  int below = 1;
  for (const TierGroups* tier : joining) {
    sizes.push_back(tier->sizes.front() / below);
    below = tier->sizes.front();
  }
  std::vector<Rank> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  // By the lowest rank of the outermost group, then of the next inside it, …, and at last by rank.
  std::stable_sort(order.begin(), order.end(), [&](Rank a, Rank b) {
    for (auto tier = joining.rbegin(); tier != joining.rend(); ++tier) {
      const int group_a = (*tier)->group_of[static_cast<std::size_t>(a)];
      const int group_b = (*tier)->group_of[static_cast<std::size_t>(b)];
      if (group_a != group_b) return group_a < group_b;
    }
    return false;
  });
  return {std::move(sizes), std::move(order)};
}

std::vector<Hierarchy> hierarchies(const Scenario& scenario, const std::vector<std::vector<NodeId>>& groups,
                                   const Topology& topology, ShortestRouter& router, std::vector<std::string>& notes) {
  std::vector<Hierarchy> found;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const CollectiveSpec& spec = scenario.collectives[i];
    found.emplace_back();
    if (find_algorithm(spec.algorithm, spec.op)->tiers == Algorithm::Tiers::none) continue;
    if (!spec.groups.empty()) {
      found.back() = nested_in_rank_order(spec.groups);
      continue;
    }
    std::string note;
    found.back() = hierarchy_of(tier_groups(topology, router, groups[i]), static_cast<int>(groups[i].size()), note);
    if (!note.empty()) notes.push_back(fmt::format("'{}': {}", spec.id, note));
  }
  return found;
}

}  // namespace collsim
