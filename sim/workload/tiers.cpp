#include "workload/tiers.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>

#include <fmt/format.h>

namespace collsim {
namespace {

std::string uneven_note(const TierGroups& tier) {
  return fmt::format("the groups at tier {} are of {} chips: taken as one flat group", to_string(tier.tier),
                     fmt::join(tier.sizes, " + "));
}

/// Flat where that leaves one node, or each rank alone.
Hierarchy stated_nodes(const std::vector<int>& groups) {
  const int beyond = std::accumulate(groups.begin() + 1, groups.end(), 1, std::multiplies<>());
  if (groups.front() == 1 || beyond == 1) return {};
  return nested_in_rank_order({groups.front(), beyond});
}

}  // namespace

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

std::vector<int> nodes_of(const std::vector<TierGroups>& tiers, int ranks) {
  const auto beyond = std::find_if(tiers.begin(), tiers.end(), [](const TierGroups& t) { return t.tier > kNodeTier; });
  if (beyond != tiers.begin()) return std::prev(beyond)->group_of;
  std::vector<int> alone(static_cast<std::size_t>(ranks));
  std::iota(alone.begin(), alone.end(), 0);
  return alone;
}

Hierarchy node_hierarchy(const std::vector<int>& node_of, std::string& note) {
  std::map<int, int> sizes;  // by lowest rank
  for (const int node : node_of) ++sizes[node];
  const int ranks = static_cast<int>(node_of.size());
  const int size = sizes.begin()->second;
  if (std::any_of(sizes.begin(), sizes.end(), [&](const auto& node) { return node.second != size; })) {
    std::vector<int> listed;
    for (const auto& [node, chips] : sizes) listed.push_back(chips);
    std::sort(listed.begin(), listed.end(), std::greater<>());
    note = fmt::format("its nodes are of {} chips: taken as one flat group", fmt::join(listed, " + "));
    return {};
  }
  if (size == 1 || size == ranks) return {};
  std::vector<Rank> order(node_of.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Rank a, Rank b) {
    return node_of[static_cast<std::size_t>(a)] < node_of[static_cast<std::size_t>(b)];
  });
  return {{size, ranks / size}, std::move(order)};
}

Hierarchy stated_hierarchy(const std::vector<int>& groups, Algorithm::Tiers tiers) {
  return tiers == Algorithm::Tiers::nodes ? stated_nodes(groups) : nested_in_rank_order(groups);
}

Hierarchy found_hierarchy(const std::string& id, const KnownGroup& group, Algorithm::Tiers tiers,
                          std::vector<std::string>& notes) {
  const bool by_nodes = tiers == Algorithm::Tiers::nodes;
  const std::string& note = by_nodes ? group.nodes_note : group.tiers_note;
  if (!note.empty()) notes.push_back(fmt::format("'{}': {}", id, note));
  return by_nodes ? group.facts.nodes : group.facts.tiers;
}

}  // namespace collsim
