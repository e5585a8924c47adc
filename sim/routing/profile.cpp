#include "routing/profile.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include <boost/pending/disjoint_sets.hpp>

#include "routing/alike.h"

namespace collsim {
namespace {

constexpr std::size_t kMostRepresentatives = 64;

/// Disjoint sets of 0 … count-1.
class Sets {
 public:
  explicit Sets(std::size_t count) : rank_(count), parent_(count), sets_(rank_.data(), parent_.data()) {
    for (std::uint32_t i = 0; i < count; ++i) sets_.make_set(i);
  }
  Sets(const Sets&) = delete;
  void join(std::uint32_t a, std::uint32_t b) { sets_.union_set(a, b); }
  std::uint32_t find(std::uint32_t i) { return sets_.find_set(i); }
  bool same(std::uint32_t a, std::uint32_t b) { return find(a) == find(b); }

 private:
  std::vector<std::uint32_t> rank_, parent_;
  boost::disjoint_sets<std::uint32_t*, std::uint32_t*> sets_;
};

struct TierPairs {
  double bandwidth = std::numeric_limits<double>::infinity();
  double latency_sum = 0;  // ticks; of many pairs
  double count = 0;
};

class Profile {
 public:
  Profile(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips)
      : topology_(topology), router_(router), chips_(chips), joined_(chips.size()), linked_(topology.node_count()) {}

  void measure(std::span<const Representative> representatives) {
    for (const Representative& r : representatives) {
      // Towards the representative: one search serves all.
      for (std::uint32_t chip = 0; chip < chips_.size(); ++chip) {
        if (chip != r.chip) note(chip, r.chip, r.count, measured_);
      }
    }
  }

  std::vector<TierGroups> groups() {
    std::vector<TierGroups> groups;
    for (const Tier tier : {Tier::d2d, Tier::c2c, Tier::b2b, Tier::r2r, Tier::p2p}) {
      if (!link_up(tier)) continue;
      for (const auto& [root, members] : linked_chips()) join(members, tier);
      const auto measured = measured_.find(tier);
      const auto asked = asked_.find(tier);
      if (measured != measured_.end()) {
        groups.push_back(group(tier, measured->second));
      } else if (asked != asked_.end()) {
        groups.push_back(group(tier, asked->second));
      }
    }
    return groups;
  }

 private:
  using Sums = std::map<Tier, TierPairs>;
  using Members = std::vector<std::uint32_t>;

  /// The tier of the route, which is noted `times` over; none where there is no route.
  std::optional<Tier> note(std::uint32_t from, std::uint32_t to, double times, Sums& sums) {
    const Route* route = router_.find(chips_[from], chips_[to]);
    if (route == nullptr) return {};
    Tier tier = Tier::d2d;
    double bandwidth = std::numeric_limits<double>::infinity();
    for (const LinkId id : route->links) {
      tier = std::max(tier, topology_.link(id).tier);
      bandwidth = std::min(bandwidth, topology_.link(id).bandwidth);
    }
    TierPairs& sum = sums[tier];
    sum.bandwidth = std::min(sum.bandwidth, bandwidth);
    sum.latency_sum += times * static_cast<double>(route->latency.count());
    sum.count += times;
    return tier;
  }

  /// False where there is no link of the tier, and so no pair.
  bool link_up(Tier tier) {
    bool any = false;
    for (LinkId id = 0; id < topology_.link_count(); ++id) {
      const Link& link = topology_.link(id);
      if (link.tier != tier) continue;
      linked_.join(link.from, link.to);
      any = true;
    }
    return any;
  }

  std::map<std::uint32_t, Members> linked_chips() {
    std::map<std::uint32_t, Members> chips;
    for (std::uint32_t chip = 0; chip < chips_.size(); ++chip) chips[linked_.find(chips_[chip])].push_back(chip);
    return chips;
  }

  /// Joins those of the members that pairs up to the tier join: a route of theirs leads over links up to it only, so
  /// none is joined to a chip that is no member.
  void join(const Members& members, Tier tier) {
    Members apart;
    for (const std::uint32_t chip : members) {
      if (!join_pair(chip, members.front(), tier)) apart.push_back(chip);
    }
    for (const std::uint32_t to : apart) {
      for (const std::uint32_t from : members) join_pair(from, to, tier);
    }
  }

  bool join_pair(std::uint32_t from, std::uint32_t to, Tier tier) {
    if (joined_.same(from, to)) return true;
    const auto within = [&](const std::optional<Tier>& found) { return found && *found <= tier; };
    if (!within(note(from, to, 1, asked_)) && !within(note(to, from, 1, asked_))) return false;
    joined_.join(from, to);
    return true;
  }

  TierGroups group(Tier tier, const TierPairs& pairs) {
    TierGroups out{tier, pairs.bandwidth, Duration(std::llround(pairs.latency_sum / pairs.count)), {}, {}};
    std::map<std::uint32_t, std::pair<int, int>> components;  // by root: lowest chip, size
    for (std::uint32_t chip = 0; chip < chips_.size(); ++chip) {
      const auto at = components.try_emplace(joined_.find(chip), static_cast<int>(chip), 0).first;
      ++at->second.second;
      out.group_of.push_back(at->second.first);
    }
    for (const auto& [root, component] : components) out.sizes.push_back(component.second);
    std::sort(out.sizes.begin(), out.sizes.end(), std::greater<>());
    return out;
  }

  const Topology& topology_;
  ShortestRouter& router_;
  std::span<const NodeId> chips_;
  Sums measured_, asked_;
  Sets joined_;  // chips by index, by pairs
  Sets linked_;  // nodes, by links
};

std::vector<Representative> everyone(std::size_t chips) {
  std::vector<Representative> all;
  for (std::uint32_t chip = 0; chip < chips; ++chip) all.push_back({chip, 1});
  return all;
}

}  // namespace

std::vector<TierGroups> tier_groups(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips,
                                    std::size_t all_pairs_up_to) {
  Profile profile(topology, router, chips);
  profile.measure(chips.size() <= all_pairs_up_to ? everyone(chips.size())
                                                  : representatives(topology, chips, kMostRepresentatives));
  return profile.groups();
}

}  // namespace collsim
