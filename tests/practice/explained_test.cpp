// What people had to find out by themselves, told: bytes that really crossed the network, where rings cross it, which
// link is the bad one. Bandwidth only: no latencies.

#include "study/explained.h"

#include <algorithm>

#include "study/networks_of_nodes.h"
#include "support/catch.h"
#include "support/networks.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Bandwidth only.
std::string one(const std::string& op, const std::string& algorithm, const std::string& size,
                const std::string& more = "") {
  return collectives({"{id: x, op: " + op + ", algorithm: " + algorithm + ", size: " + size +
                      (more.empty() ? "" : ", " + more) + "}"});
}

const LinkClass& class_of(const Explanation& e, Tier tier, NodeKind from, NodeKind to) {
  const auto found = std::find_if(e.classes.begin(), e.classes.end(),
                                  [&](const LinkClass& c) { return c.tier == tier && c.from == from && c.to == to; });
  REQUIRE(found != e.classes.end());
  return *found;
}

Bytes bytes_up_to(const OperationExplanation& operation, Tier tier) {
  for (const TierTraffic& t : operation.tiers)
    if (t.tier == tier) return t.bytes;
  return 0;
}

}  // namespace

TEST_CASE("practice E06: a ring sends 2(n-1) S in all, of which two of sixteen edges leave a node") {
  const Explanation e =
      explained_alone(nodes_with_nics(2, 8, "1 TB/s", "50 GB/s") + one("all_reduce", "ring", "1.6 GB", "channels: 8"));
  const OperationExplanation& ring = only(e);
  constexpr Bytes size = 1'600'000'000, sent_on_an_edge = 2 * 15 * (size / 16);
  CHECK(bytes_up_to(ring, Tier::c2c) == 14 * sent_on_an_edge);
  CHECK(bytes_up_to(ring, Tier::b2b) == 2 * sent_on_an_edge);
  CHECK(bytes_up_to(ring, Tier::c2c) + bytes_up_to(ring, Tier::b2b) == 2 * 15 * size);
  // 1.875 GB for S = 1 GB.
  CHECK(ring.nodes.nodes == 2);
  CHECK(ring.nodes.most_out == sent_on_an_edge);
  CHECK(ring.nodes.most_in == sent_on_an_edge);
  CHECK(class_of(e, Tier::b2b, NodeKind::nic, NodeKind::switch_).bytes == 2 * sent_on_an_edge);
}

TEST_CASE("practice E06: a double tree over two nodes sends S out of each") {
  const Explanation e = explained_alone(nodes_with_nics(2, 8, "1 TB/s", "50 GB/s") +
                                        one("all_reduce", "double_tree", "1.6 GB", "channels: 8, groups: [8, 2]"));
  CHECK(only(e).nodes.most_out == 1'600'000'000);
  CHECK(only(e).nodes.most_in == 1'600'000'000);
}

TEST_CASE("practice B04: of an all_to_all only what leaves a node counts at the nics, and busbw exceeds them") {
  const struct { int nodes, chips; } cases[] = {{2, 8}, {6, 8}};
  for (const auto& c : cases) {
    const int n = c.nodes * c.chips;
    const Explanation e = explained_alone(nodes_with_nics(c.nodes, c.chips, "1000 TB/s", "48.5 GB/s") +
                                          one("all_to_all", "direct", std::to_string(n) + " MB"));
    const OperationExplanation& exchange = only(e);
    CHECK(exchange.nodes.out == static_cast<Bytes>(n) * (n - c.chips) * 1'000'000);
    const double seconds = to_seconds(exchange.result.time());
    CHECK(static_cast<double>(exchange.nodes.out) / n / seconds == Approx(48.5e9).epsilon(1e-6));
    CHECK(exchange.result.busbw_GBps() == Approx(48.5 * (n - 1) / (n - c.chips)).epsilon(1e-6));
  }
}

TEST_CASE("practice B16: how often a ring crosses between two leaves decides, and is told") {
  const struct {
    const char* order;
    int each_way;
    double busbw;
  } cases[] = {{"c[0-7]", 1, 48}, {"c0 c4 c1 c5 c2 c6 c3 c7", 4, 12}, {"c0 c1 c4 c5 c2 c3 c6 c7", 2, 24}};
  for (const auto& c : cases) {
    const Explanation e =
        explained_alone(two_leaves(4, "48 GB/s", "48 GB/s") +
                        one("all_reduce", "ring", "8 MB", std::string("orders: ['") + c.order + "']"));
    const OperationExplanation& ring = only(e);
    CAPTURE(c.order);
    CHECK(ring.result.busbw_GBps() == Approx(c.busbw).epsilon(1e-6));
    REQUIRE(ring.crossings.size() == 1);
    CHECK(ring.crossings.front().groups == 2);
    CHECK(ring.crossings.front().most == c.each_way);
    CHECK(ring.crossings.front().crossings == 2 * c.each_way);
    CHECK(ring.crossings.front().least() == 2);
    if (c.each_way > 1) {
      CHECK(crossings(ring, "left->right") == c.each_way);
      CHECK(crossings(ring, "right->left") == c.each_way);
    }
  }
}

TEST_CASE("practice B29: a link with one lane down comes first among those that hurt") {
  const std::string lanes =
      topology("{id: 'c[0-7]', kind: chip}, {id: sw, kind: switch}",
               "{from: 'c[0-4]', to: sw, bandwidth: 25 GB/s, count: 18}, {from: c5, to: sw, bandwidth: 25 GB/s, count: "
               "17}, {from: 'c[6-7]', to: sw, bandwidth: 25 GB/s, count: 18}");
  const Explanation e = explained(lanes + one("all_reduce", "ring", "8 GB"));
  CHECK(only(e).result.busbw_GBps() == Approx(425).epsilon(1e-6));
  REQUIRE(e.sensitivity);
  // Two kinds: the one with 17 lanes, and the seven others.
  CHECK(e.sensitivity->classes == 2);
  const SensitivityRow& bad = e.sensitivity->rows.front();
  const SensitivityRow& good = e.sensitivity->rows.back();
  CHECK(bad.link == "c5->sw");
  CHECK(bad.alike == 1);
  CHECK(good.alike == 7);
  const double base = to_seconds(e.run.makespan);
  CHECK(to_seconds(bad.halved) == Approx(2 * base).epsilon(1e-6));
  CHECK(to_seconds(good.halved) == Approx(base * 425 / 225).epsilon(1e-6));
  // A whole link of 18 lanes is all that repair brings.
  CHECK(to_seconds(bad.doubled) == Approx(base * 425 / 450).epsilon(1e-6));
  CHECK(good.all_doubled == e.run.makespan);
}
