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
    std::map<std::uint32_t, int> size_of;
    for (std::uint32_t chip = 0; chip < count; ++chip) ++size_of[sets.find_set(chip)];
    const double mean = found.latency_sum / static_cast<double>(found.pairs.size());
    TierGroups& g = groups.emplace_back(TierGroups{tier, found.bandwidth, Duration(std::llround(mean)), {}});
    for (const auto& [root, size] : size_of) g.sizes.push_back(size);
    std::sort(g.sizes.begin(), g.sizes.end(), std::greater<>());
  }
  return groups;
}

}  // namespace collsim
