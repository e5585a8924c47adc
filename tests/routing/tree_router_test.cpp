#include "routing/tree_router.h"

#include <algorithm>

#include "scenario/reader.h"
#include "support/catch.h"

using namespace collsim;

namespace {

Topology build(const std::string& yaml) { return build_topology(parse_topology(yaml, "t.yaml").topology); }

/// Chips two a leaf, four leaves on two spines; what a node says besides is up to the test.
std::string two_levels(const std::string& leaf_says, const std::string& spine_says) {
  return R"(
nodes:
  - {id: "c[0-7]", kind: chip}
  - {id: "leaf[0-3]", kind: switch, latency: 100 ns, )" +
         leaf_says + R"(}
  - {id: "spine[0-1]", kind: switch, latency: 300 ns, )" +
         spine_says + R"(}
links:
  - {from: "c[0-1]", to: leaf0, bandwidth: 50 GB/s, latency: 10 ns}
  - {from: "c[2-3]", to: leaf1, bandwidth: 50 GB/s, latency: 20 ns}
  - {from: "c[4-5]", to: leaf2, bandwidth: 50 GB/s, latency: 30 ns}
  - {from: "c[6-7]", to: leaf3, bandwidth: 50 GB/s, latency: 40 ns}
  - {from: "leaf[0-3]", to: spine0, bandwidth: 25 GB/s, latency: 500 ns}
  - {from: "leaf[0-3]", to: spine1, bandwidth: 100 GB/s, latency: 500 ns}
)";
}

std::vector<NodeId> chips(const Topology& topology, const std::vector<std::string>& names) {
  std::vector<NodeId> ids;
  for (const std::string& name : names) ids.push_back(topology.find_node(name).value());
  return ids;
}

std::vector<std::string> names(const Topology& topology, std::span<const LinkId> links) {
  std::vector<std::string> out;
  for (const LinkId link : links) out.push_back(topology.link_name(link));
  return out;
}

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

using Names = std::vector<std::string>;

constexpr const char* kAble = "reduces: true, multicasts: true";

}  // namespace

TEST_CASE("tree route: chips on one switch meet there, each link once, and α_path is that of the longest branch") {
  const Topology t = build(two_levels(kAble, kAble));
  TreeRouter router(t, TreeNodes::switches);
  const auto both = chips(t, {"c0", "c1"});
  const Route* route = router.find(both, both);
  REQUIRE(route != nullptr);
  CHECK(names(t, route->first_links()) == Names{"c0->leaf0", "c1->leaf0"});
  CHECK(names(t, route->last_links()) == Names{"leaf0->c0", "leaf0->c1"});
  CHECK(route->links.size() == 4);
  // 10 ns up, 100 ns through the leaf, 10 ns down.
  CHECK(route->latency == Duration(120'000));
}

TEST_CASE("tree route: over two levels it takes the wider spine, and the ways of one leaf's chips are one link") {
  const Topology t = build(two_levels(kAble, kAble));
  TreeRouter router(t, TreeNodes::switches);
  const Route* route = router.find(chips(t, {"c0", "c1", "c6"}), chips(t, {"c2"}));
  REQUIRE(route != nullptr);
  CHECK(names(t, route->first_links()) == Names{"c0->leaf0", "c1->leaf0", "c6->leaf3"});
  CHECK(sorted(names(t, route->links)) ==
        Names{"c0->leaf0", "c1->leaf0", "c6->leaf3", "leaf0->spine1", "leaf1->c2", "leaf3->spine1", "spine1->leaf1"});
  // The longest way up is c6's, 40 + 100 + 500; then 300 through the spine; then 500 + 100 + 20 down to c2.
  CHECK(route->latency == Duration((640 + 300 + 620) * 1000));
}

TEST_CASE("tree route: whatever ways meet at must reduce, and whatever they part at multicast") {
  const auto reach = [](const char* leaf, const char* spine, const Names& from, const Names& to) {
    const Topology t = build(two_levels(leaf, spine));
    TreeRouter router(t, TreeNodes::switches);
    const Route* route = router.find(chips(t, from), chips(t, to));
    return route == nullptr ? router.why_not(chips(t, from), chips(t, to)) : "";
  };
  const char* none = "forwards: true";
  // One chip of each leaf: they meet at a spine alone.
  CHECK(reach(none, "reduces: true", {"c0", "c2"}, {"c4"}).empty());
  CHECK(reach(none, "multicasts: true", {"c0"}, {"c2", "c4"}).empty());
  // Two of one leaf meet there already.
  CHECK(reach(none, "reduces: true", {"c0", "c1", "c2"}, {"c4"}) ==
        "ways meet at leaf0, which does not say `reduces: true`");
  CHECK(reach(none, "multicasts: true", {"c0", "c2"}, {"c4"}) == "no switch says `reduces: true`");
  CHECK(reach("reduces: true", "reduces: true", {"c0", "c1"}, {"c0", "c1"}) ==
        "no switch says `reduces: true` and `multicasts: true`");
}

TEST_CASE("tree route: inside a node only switches may lie between, on a network nics too") {
  const std::string text = R"(
nodes:
  - {id: "c[0-3]", kind: chip}
  - {id: "nvsw[0-1]", kind: switch, reduces: true, multicasts: true}
  - {id: "nic[0-1]", kind: nic}
  - {id: leaf, kind: switch, reduces: true, multicasts: true}
links:
  - {from: "c[0-1]", to: nvsw0, bandwidth: 450 GB/s}
  - {from: "c[2-3]", to: nvsw1, bandwidth: 450 GB/s}
  - {from: "nvsw[0-1]", to: "nic[0-1]", bandwidth: 64 GB/s}
  - {from: "nic[0-1]", to: leaf, bandwidth: 50 GB/s, tier: b2b}
)";
  const Topology t = build(text);
  const auto heads = chips(t, {"c0", "c2"});
  TreeRouter network(t, TreeNodes::any);
  const Route* route = network.find(heads, heads);
  REQUIRE(route != nullptr);
  // Three hops from the leaf to either head; a root further in would be five from the other.
  CHECK(sorted(names(t, route->links)) == Names{"c0->nvsw0", "c2->nvsw1", "leaf->nic0", "leaf->nic1", "nic0->leaf",
                                                "nic0->nvsw0", "nic1->leaf", "nic1->nvsw1", "nvsw0->c0", "nvsw0->nic0",
                                                "nvsw1->c2", "nvsw1->nic1"});
  TreeRouter node(t, TreeNodes::switches);
  CHECK(node.find(heads, heads) == nullptr);
  CHECK(node.why_not(heads, heads) ==
        "no switch that says `reduces: true` and `multicasts: true` joins them: nvsw0 reaches c0 but not c2");
}
