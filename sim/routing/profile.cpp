#include "routing/profile.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include <boost/pending/disjoint_sets.hpp>

namespace collsim {
namespace {

struct TierPairs {
  double bandwidth = std::numeric_limits<double>::infinity();
  double latency_sum = 0;  // ticks; of many pairs
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
};

void add_pair(const Topology& topology, const Route& route, std::uint32_t a, std::uint32_t b,
              std::map<Tier, TierPairs>& tiers) {
  Tier tier = Tier::d2d;
  double bandwidth = std::numeric_limits<double>::infinity();
  for (const LinkId id : route.links) {
    tier = std::max(tier, topology.link(id).tier);
    bandwidth = std::min(bandwidth, topology.link(id).bandwidth);
  }
  TierPairs& t = tiers[tier];
  t.bandwidth = std::min(t.bandwidth, bandwidth);
  t.latency_sum += static_cast<double>(route.latency.count());
  t.pairs.emplace_back(a, b);
}

template <class FindSet>
void fill_components(std::uint32_t chips, FindSet find_set, TierGroups& out) {
  std::map<std::uint32_t, std::pair<int, int>> components;  // by root: lowest chip, size
  for (std::uint32_t chip = 0; chip < chips; ++chip) {
    const auto at = components.try_emplace(find_set(chip), static_cast<int>(chip), 0).first;
    ++at->second.second;
    out.group_of.push_back(at->second.first);
  }
  for (const auto& [root, component] : components) out.sizes.push_back(component.second);
  std::sort(out.sizes.begin(), out.sizes.end(), std::greater<>());
}

}  // namespace

std::vector<TierGroups> tier_groups(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips) {
  const auto count = static_cast<std::uint32_t>(chips.size());
  std::map<Tier, TierPairs> tiers;
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = 0; b < count; ++b) {
      const Route* route = a == b ? nullptr : router.find(chips[a], chips[b]);
      if (route != nullptr) add_pair(topology, *route, a, b, tiers);
    }
  }
  std::vector<std::uint32_t> rank(count), parent(count);
  boost::disjoint_sets sets(rank.data(), parent.data());
  for (std::uint32_t chip = 0; chip < count; ++chip) sets.make_set(chip);
  std::vector<TierGroups> groups;
  for (const auto& [tier, found] : tiers) {
    for (const auto& [a, b] : found.pairs) sets.union_set(a, b);
    const double mean = found.latency_sum / static_cast<double>(found.pairs.size());
    groups.push_back({tier, found.bandwidth, Duration(std::llround(mean)), {}, {}});
    fill_components(
        count, [&](std::uint32_t chip) { return sets.find_set(chip); }, groups.back());
  }
  return groups;
}

}  // namespace collsim
