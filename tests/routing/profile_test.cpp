#include "routing/profile.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "scenario/reader.h"
#include "support/catch.h"
#include "support/random.h"
#include "topology/cut.h"

using namespace collsim;
using collsim::test::Random;

namespace {

Topology build(const std::string& yaml) { return build_topology(parse_topology(yaml, "t.yaml").topology); }

std::vector<TierGroups> groups(const Topology& t) {
  ShortestRouter router(t, Ties::file_order);
  return tier_groups(t, router, t.chips());
}

/// Two boards of a and b chips on a switch each, joined by one link.
Topology boards(int a, int b) {
  return build("nodes: [{id: \"x[1-" + std::to_string(a) + "]\", kind: chip}, {id: \"y[1-" + std::to_string(b) +
               "]\", kind: chip}, {id: \"s[0-1]\", kind: switch}]\nlinks:\n"
               "  - {from: \"x[1-" +
               std::to_string(a) +
               "]\", to: s0, bandwidth: 450 GB/s, latency: 50 ns, tier: c2c}\n"
               "  - {from: \"y[1-" +
               std::to_string(b) +
               "]\", to: s1, bandwidth: 400 GB/s, latency: 50 ns, tier: c2c}\n"
               "  - {from: s0, to: s1, bandwidth: 50 GB/s, latency: 350 ns, tier: b2b}\n");
}

/// What model.md §7 says, pair by pair: the yardstick for tier_groups().
std::vector<TierGroups> pair_by_pair(const Topology& t, std::span<const NodeId> chips) {
  ShortestRouter router(t, Ties::file_order);
  struct Pairs {
    double bandwidth = 1e30, latency = 0, count = 0;
  };
  std::map<Tier, Pairs> tiers;
  std::map<Tier, std::vector<std::pair<int, int>>> joins;
  for (std::size_t a = 0; a < chips.size(); ++a) {
    for (std::size_t b = 0; b < chips.size(); ++b) {
      const Route* route = a == b ? nullptr : router.find(chips[a], chips[b]);
      if (route == nullptr) continue;
      Tier tier = Tier::d2d;
      double bandwidth = 1e30;
      for (const LinkId id : route->links) {
        tier = std::max(tier, t.link(id).tier);
        bandwidth = std::min(bandwidth, t.link(id).bandwidth);
      }
      Pairs& pairs = tiers[tier];
      pairs.bandwidth = std::min(pairs.bandwidth, bandwidth);
      pairs.latency += static_cast<double>(route->latency.count());
      pairs.count += 1;
      joins[tier].emplace_back(static_cast<int>(a), static_cast<int>(b));
    }
  }
  std::vector<int> group_of(chips.size());
  std::iota(group_of.begin(), group_of.end(), 0);
  std::vector<TierGroups> groups;
  for (const auto& [tier, pairs] : tiers) {
    for (const auto& [a, b] : joins[tier]) {
      const int one = group_of[static_cast<std::size_t>(a)], other = group_of[static_cast<std::size_t>(b)];
      for (int& group : group_of) group = group == one || group == other ? std::min(one, other) : group;
    }
    groups.push_back({tier, pairs.bandwidth, Duration(std::llround(pairs.latency / pairs.count)), {}, group_of});
    std::map<int, int> sizes;
    for (const int group : group_of) ++sizes[group];
    for (const auto& [group, size] : sizes) groups.back().sizes.push_back(size);
    std::sort(groups.back().sizes.begin(), groups.back().sizes.end(), std::greater<>());
  }
  return groups;
}

/// Chips, switches and nics in any arrangement: a tree, with `more` links that close rings.
std::string random_network(Random& random, int more) {
  const char* tiers[] = {"d2d", "c2c", "b2b", "r2r", "p2p"};
  const int inner = random.between(1, 5), chips = random.between(2, 9);
  std::vector<std::string> names;
  std::string nodes, links;
  const auto link = [&](const std::string& a, const std::string& b) {
    links += "  - {from: " + a + ", to: " + b + ", bandwidth: " + std::to_string(random.between(1, 3)) +
             " GB/s, latency: " + std::to_string(random.between(0, 2)) + " us, tier: " + tiers[random.below(5)] + "}\n";
  };
  const auto add = [&](const std::string& name, const std::string& kind) {
    nodes += "  - {id: " + name + ", kind: " + kind + ", latency: " + std::to_string(random.between(0, 1)) + " us}\n";
    if (!names.empty()) link(name, names[random.below(names.size())]);
  };
  for (int i = 0; i < inner; ++i) {
    const int kind = random.between(0, 9);
    const std::string name = "s" + std::to_string(i);
    add(name, kind < 6 ? "switch" : kind < 8 ? "nic" : kind < 9 ? "chip, forwards: true" : "chip");
    names.push_back(name);
  }
  for (int i = 0; i < chips; ++i) add("c" + std::to_string(i), "chip");
  for (int i = 0; i < more; ++i) {
    const std::string a = names[random.below(names.size())],
                      b = "c" + std::to_string(random.below(static_cast<std::uint64_t>(chips)));
    link(a, b);
  }
  return "nodes:\n" + nodes + "links:\n" + links;
}

std::vector<NodeId> some_chips(const Topology& t, Random& random) {
  std::vector<NodeId> chosen;
  for (const NodeId chip : t.chips()) {
    if (random.below(4) > 0) chosen.push_back(chip);
  }
  return chosen.empty() ? t.chips() : chosen;
}

void check_same_groups(const std::vector<TierGroups>& found, const std::vector<TierGroups>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].tier == expected[i].tier);
    CHECK(found[i].sizes == expected[i].sizes);
    CHECK(found[i].group_of == expected[i].group_of);
  }
}

void check_same_links(const std::vector<TierGroups>& found, const std::vector<TierGroups>& expected) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].bandwidth == expected[i].bandwidth);
    CHECK(found[i].latency == expected[i].latency);
  }
}

}  // namespace

TEST_CASE("profile: on any network the same as pair by pair", "[property]") {
  Random random(11);
  for (int i = 0; i < 300; ++i) {
    const std::string network = random_network(random, random.between(0, 6));
    CAPTURE(network);
    const Topology t = build(network);
    const std::vector<NodeId> chips = some_chips(t, random);
    ShortestRouter router(t, Ties::file_order);
    const auto expected = pair_by_pair(t, chips);
    const auto found = tier_groups(t, router, chips);
    check_same_groups(found, expected);
    check_same_links(found, expected);
    // Whoever stands for the others, who is joined does not change.
    const auto sampled = tier_groups(t, router, chips, 0);
    if (sampled.size() == expected.size()) check_same_groups(sampled, expected);
  }
}

TEST_CASE("profile: on trees like chips stand for each other exactly", "[property]") {
  // Colour refinement finds the symmetries of trees exactly, so that all chips of a colour have equal sums of pairs.
  Random random(12);
  for (int i = 0; i < 300; ++i) {
    const std::string network = random_network(random, 0);
    CAPTURE(network);
    const Topology t = build(network);
    const std::vector<NodeId> chips = some_chips(t, random);
    ShortestRouter router(t, Ties::file_order);
    const auto expected = pair_by_pair(t, chips);
    const auto found = tier_groups(t, router, chips, 0);
    check_same_groups(found, expected);
    check_same_links(found, expected);
  }
}

TEST_CASE("profile: beyond the limit for all pairs a regular network gives what all pairs would") {
  // 6 leaves of 5 nodes of 5 chips, each chip with a nic of its own, two spines; 150 chips are of one kind.
  std::string text =
      "nodes: [{id: \"c[0-149]\", kind: chip}, {id: \"n[0-149]\", kind: nic}, {id: \"v[0-29]\", kind: "
      "switch}, {id: \"leaf[0-5]\", kind: switch, latency: 300 ns}, {id: \"spine[0-1]\", kind: switch}]\n"
      "links:\n  - {from: \"c[0-149]\", to: \"n[0-149]\", bandwidth: 64 GB/s}\n"
      "  - {from: \"leaf[0-5]\", to: spine0, bandwidth: 40 GB/s, latency: 1 us, tier: r2r}\n"
      "  - {from: \"leaf[0-5]\", to: spine1, bandwidth: 40 GB/s, latency: 1 us, tier: r2r}\n";
  const auto attach = [&](const std::string& what, int each, int groups, const std::string& to,
                          const std::string& rest) {
    for (int g = 0; g < groups; ++g) {
      text += "  - {from: \"" + what + "[" + std::to_string(g * each) + "-" + std::to_string((g + 1) * each - 1) +
              "]\", to: " + to + std::to_string(g) + ", " + rest + "}\n";
    }
  };
  attach("c", 5, 30, "v", "bandwidth: 450 GB/s, latency: 50 ns, tier: c2c");
  attach("n", 25, 6, "leaf", "bandwidth: 50 GB/s, latency: 350 ns, tier: b2b");
  const Topology t = build(text);
  REQUIRE(t.chips().size() > kAllPairsUpTo);
  const auto found = groups(t);
  const auto expected = pair_by_pair(t, t.chips());
  REQUIRE(expected.size() == 3);
  check_same_groups(found, expected);
  check_same_links(found, expected);
}

TEST_CASE("profile: chips on one switch are one tier") {
  const auto found =
      groups(build("nodes: [{id: \"c[0-7]\", kind: chip}, {id: s, kind: switch}]\n"
                   "links: [{from: \"c[0-7]\", to: s, bandwidth: 450 GB/s, tier: c2c}]\n"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].tier == Tier::c2c);
  CHECK(found[0].sizes == std::vector<int>{8});
}

TEST_CASE("profile: two boards are two tiers, with the least bandwidth and the mean latency of their pairs") {
  const auto found = groups(boards(8, 8));
  REQUIRE(found.size() == 2);
  CHECK(found[0].sizes == std::vector<int>{8, 8});
  CHECK(found[0].bandwidth == 400e9);
  CHECK(found[0].latency == Duration(100000));  // two links of 50 ns
  CHECK(found[1].tier == Tier::b2b);
  CHECK(found[1].sizes == std::vector<int>{16});
  CHECK(found[1].bandwidth == 50e9);
  CHECK(found[1].latency == Duration(450000));
}

TEST_CASE("profile: uneven boards show by their sizes") {
  const auto found = groups(boards(4, 6));
  CHECK(found[0].sizes == std::vector<int>{6, 4});
  CHECK_FALSE(found[0].even());
  CHECK(found[1].even());
}

TEST_CASE("least cut: the narrowest place between two sides binds, over all parallel ways") {
  const Topology one = boards(8, 8);
  const std::span<const NodeId> chips = one.chips();
  CHECK(least_cut(one, chips.subspan(0, 8), chips.subspan(8)) == 50e9);
  // Within a board: four senders of 450 GB/s each to four receivers.
  CHECK(least_cut(one, chips.subspan(0, 4), chips.subspan(4, 4)) == 4 * 450e9);
  // Three planes of 10 GB/s beside each other, but the chip that sends has ports of 7 on two of them only.
  const Topology planes = build(
      "nodes: [{id: \"c[0-1]\", kind: chip}, {id: \"s[0-2]\", kind: switch}]\nlinks:\n"
      "  - {from: c0, to: \"s[0-1]\", bandwidth: 7 GB/s}\n"
      "  - {from: c1, to: \"s[0-2]\", bandwidth: 10 GB/s}\n");
  CHECK(least_cut(planes, std::span(planes.chips()).first(1), std::span(planes.chips()).last(1)) == 14e9);
}

TEST_CASE("least cut: a chip that does not forward is no way through") {
  const char* const chain =
      "nodes: [{id: a, kind: chip}, {id: b, kind: chip%s}, {id: c, kind: chip}]\n"
      "links: [{from: a, to: b, bandwidth: 5 GB/s}, {from: b, to: c, bandwidth: 5 GB/s}]\n";
  const std::string text(chain);
  const auto with = [&](const std::string& more) { return build(std::string(text).replace(text.find("%s"), 2, more)); };
  const Topology closed = with("");
  const Topology open = with(", forwards: true");
  CHECK(least_cut(closed, std::span(closed.chips()).first(1), std::span(closed.chips()).last(1)) == 0);
  CHECK(least_cut(open, std::span(open.chips()).first(1), std::span(open.chips()).last(1)) == 5e9);
}

TEST_CASE("least cut: from a fraction of a byte to an exabyte per second") {
  for (const char* bandwidth : {"0.3 B/s", "1e18 B/s"}) {
    const Topology t = build(
        "nodes: [{id: \"c[0-3]\", kind: chip}, {id: s, kind: switch}]\nlinks: [{from: \"c[0-3]\", to: s, "
        "bandwidth: " +
        std::string(bandwidth) + "}]\n");
    const double port = t.link(0).bandwidth;
    // The sum of eight links is spread over 2^52 units: each is exact to one of them.
    CHECK(least_cut(t, std::span(t.chips()).first(2), std::span(t.chips()).last(2)) == Approx(2 * port).epsilon(1e-14));
  }
}
