#include "routing/profile.h"

#include "scenario/reader.h"
#include "support/catch.h"
#include "topology/cut.h"

using namespace collsim;

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

}  // namespace

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
