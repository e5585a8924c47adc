// What the generated networks can carry, by the least cut, against the formula of each; and what their parameters say
// of single links.

#include "support/catch.h"
#include "topology/cut.h"
#include "topology/generate/generated.h"

using namespace collsim;
using namespace collsim::test;

namespace {

constexpr double GB = 1e9;
const std::string b = "{bandwidth: 50 GB/s}";

const Link& link(const Topology& t, const std::string& name) { return t.link(t.find_link(name).value()); }

std::vector<NodeId> nodes(const Topology& t, const std::vector<std::string>& names) {
  std::vector<NodeId> ids;
  for (const std::string& name : names) ids.push_back(t.find_node(name).value());
  return ids;
}

double cut(const Topology& t, const std::string& from, const std::string& to) {
  return least_cut(t, nodes(t, {from}), nodes(t, {to}));
}

}  // namespace

TEST_CASE("generators: half a network's chips can send to the other half what its formula says") {
  // Half of 8 ports.
  CHECK(bisection(generated("{kind: star, chips: 8, link: " + b + "}")) == 4 * 50 * GB);
  CHECK(bisection(generated("{kind: star, chips: 8, planes: 4, link: " + b + "}")) == 4 * 4 * 50 * GB);
  // A ring is cut in two places, n/2 chips have n/2 links each to the others in a mesh.
  CHECK(bisection(generated("{kind: ring, chips: 8, link: " + b + "}")) == 2 * 50 * GB);
  CHECK(bisection(generated("{kind: full_mesh, chips: 8, link: " + b + "}")) == 4 * 4 * 50 * GB);
  // 4 x 4 rows along the last dimension, each cut in the middle and where it closes.
  const std::string cube = "{kind: torus, dimensions: [{size: 4}, {size: 4}, {size: 4";
  CHECK(bisection(generated(cube + "}], link: " + b + "}")) == 2 * 16 * 50 * GB);
  CHECK(bisection(generated(cube + ", wraps: false}], link: " + b + "}")) == 16 * 50 * GB);
  CHECK(bisection(generated("{kind: hypercube, dimensions: 4, link: " + b + "}")) == 8 * 50 * GB);
}

TEST_CASE("generators: a fat tree carries all its chips, or what its oversubscription leaves") {
  CHECK(bisection(generated("{kind: fat_tree, k: 4, link: " + b + "}")) == 8 * 50 * GB);
  CHECK(bisection(generated("{kind: fat_tree, k: 8, tiers: 2, link: " + b + "}")) == 16 * 50 * GB);
  // 64 chips on 8 leaves: half of them are 4 leaves' 32 chips, with 4 uplinks of a leaf at 2:1 and 2 at 4:1.
  for (const auto& [ports, over] : {std::pair(16, 1), std::pair(12, 2), std::pair(10, 4)}) {
    const std::string text = "{kind: fat_tree, tiers: 2, leaves: 8, k: " + std::to_string(ports) +
                             ", oversubscription: " + std::to_string(over) + ", link: " + b + "}";
    CHECK(bisection(generated(text)) == 32 * 50 * GB / over);
  }
  // Spines of 9 ports at 2:1 have 6 down and 3 up: 2 pods of 6 leaves, with 9 ports at 2:1 as well; 36 chips a pod
  // reach 3 spines with 3 uplinks each.
  CHECK(bisection(generated("{kind: fat_tree, k: 9, pods: 2, oversubscription: 2, spine_oversubscription: 2, link: " +
                            b + "}")) == 3 * 3 * 50 * GB);
}

TEST_CASE("generators: an oversubscription is the bandwidth below over that above, whatever the links") {
  for (const double over : {0.5, 1.0, 3.0}) {
    const Topology t = generated("{kind: leaf_spine, leaves: 2, spines: 3, chips_per_leaf: 6, link: " + b +
                                 ", uplink: {links: 2, count: 2}, oversubscription: " + std::to_string(over) + "}");
    // 6 x 50 GB/s over 3 spines, 2 links each; a link is two cables.
    CHECK(link(t, "leaf0->spine2#2").bandwidth == Approx(6 * 50 * GB / over / (3 * 2)).epsilon(1e-12));
    CHECK_FALSE(t.find_link("leaf0->spine2#3"));
  }
  // Rails: 4 nodes on a leaf, 2 units a pod: a spine has 2 x 2 leaves' uplinks below, and two cores above.
  const Topology t = generated(
      "{kind: rail_optimized, nodes: 16, nodes_per_unit: 4, units_per_pod: 2, chips_per_node: 2, nvlink: " + b +
      ", link: " + b + ", spines: 2, oversubscription: 2, cores_per_spine: 2, spine_oversubscription: 2}");
  CHECK(link(t, "leaf7->spine3").bandwidth == Approx(4 * 50 * GB / 2 / 2).epsilon(1e-12));
  CHECK(link(t, "spine3->core3").bandwidth == Approx(4 * 50 * GB / 2 / 2).epsilon(1e-12));
  CHECK(link(t, "spine3->core3").tier == Tier::p2p);
  CHECK(link(t, "leaf7->spine3").tier == Tier::r2r);
  CHECK(link(t, "n3.c1->leaf1").tier == Tier::b2b);
}

TEST_CASE("generators: a dragonfly's group sends by its chips' links or by its global links, whichever is less") {
  const auto group_cut = [](int chips, const std::string& global) {
    const Topology t =
        generated("{kind: dragonfly, routers: 2, global_links: 2, chips_per_router: " + std::to_string(chips) +
                  ", link: " + b + ", local_link: {bandwidth: 1 TB/s}, " + "global_link: " + global + "}");
    const std::span<const NodeId> all = t.chips();
    const auto group = static_cast<std::size_t>(2 * chips);
    return least_cut(t, all.first(group), all.subspan(group));
  };
  CHECK(group_cut(2, "{bandwidth: 25 GB/s}") == 2 * 2 * 25 * GB);
  CHECK(group_cut(2, "{bandwidth: 75 GB/s}") == 2 * 2 * 50 * GB);
}

TEST_CASE("generators: four links side by side are reported one by one, a count of four is one") {
  const std::string apart = "{kind: leaf_spine, leaves: 2, spines: 1, chips_per_leaf: 4, link: " + b + ", uplink: ";
  const Topology four = generated(apart + "{bandwidth: 12.5 GB/s, links: 4}}");
  const Topology one = generated(apart + "{bandwidth: 12.5 GB/s, count: 4}}");
  CHECK(link(four, "leaf0->spine0#4").bandwidth == 12.5 * GB);
  CHECK(link(one, "leaf0->spine0").bandwidth == 50 * GB);
  CHECK_FALSE(one.find_link("leaf0->spine0#2"));
  CHECK(cut(four, "leaf0", "spine0") == 50 * GB);
  CHECK(cut(one, "leaf0", "spine0") == 50 * GB);
}

TEST_CASE("generators: a torus may have links of their own for a dimension, a direction and the way round") {
  const Topology t = generated(
      "{kind: torus, link: {bandwidth: 50 GB/s, latency: 10 ns}, dimensions: [{size: 3, wrap_link: {bandwidth: 20 "
      "GB/s, latency: 40 ns}}, {size: 4, link: {bandwidth: 30 GB/s, latency: 20 ns, back_bandwidth: 15 GB/s, "
      "back_latency: 25 ns, tier: b2b}}]}");
  CHECK(link(t, "c0->c1").bandwidth == 50 * GB);
  CHECK(link(t, "c1->c0").bandwidth == 50 * GB);
  CHECK(link(t, "c2->c0").bandwidth == 20 * GB);
  CHECK(link(t, "c0->c2").latency == std::chrono::nanoseconds(40));
  // The second dimension has steps of 3.
  CHECK(link(t, "c0->c3").bandwidth == 30 * GB);
  CHECK(link(t, "c3->c0").bandwidth == 15 * GB);
  CHECK(link(t, "c3->c0").latency == std::chrono::nanoseconds(25));
  CHECK(link(t, "c9->c0").bandwidth == 30 * GB);
  CHECK(link(t, "c0->c9").bandwidth == 15 * GB);
  CHECK(link(t, "c3->c0").tier == Tier::b2b);
  CHECK(t.node(0).forwards);
}

TEST_CASE("generators: switches of the machine that add up and replicate say so, others do not") {
  const Topology board = generated("{kind: rail_optimized, nodes: 1, nvlink: " + b + ", link: " + b + "}");
  const Node& nvswitch = board.node(board.find_node("n0.nvswitch0").value());
  CHECK((nvswitch.reduces && nvswitch.multicasts));
  CHECK(nvswitch.latency == std::chrono::nanoseconds(100));
  const Node& leaf = board.node(board.find_node("leaf0").value());
  CHECK_FALSE((leaf.reduces || leaf.multicasts));
  const Topology plain = generated("{kind: rail_optimized, nodes: 1, nvls: false, nvlink: " + b + ", link: " + b + "}");
  CHECK_FALSE(plain.node(plain.find_node("n0.nvswitch0").value()).reduces);
}
