#include "topology/topology.h"

#include <set>

#include "base/error.h"
#include "scenario/reader.h"
#include "support/catch.h"

using namespace collsim;
using Catch::Matchers::ContainsSubstring;

namespace {

Topology build(const std::string& yaml) { return build_topology(parse_topology(yaml, "t.yaml").topology); }

std::string refusal(const std::string& yaml) {
  try {
    build(yaml);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const Link& link(const Topology& t, const std::string& name) { return t.link(t.find_link(name).value()); }

}  // namespace

TEST_CASE("topology: ranges expand to nodes in file order and links to both directions") {
  const Topology t = build(R"(
nodes: [{id: "c[0-2]", kind: chip}, {id: sw, kind: switch, latency: 100 ns}]
links: [{from: "c[0-2]", to: sw, bandwidth: 50 GB/s, latency: 7 ns, count: 4, tier: b2b}]
)");
  REQUIRE(t.node_count() == 4);
  REQUIRE(t.link_count() == 6);
  CHECK(t.chips() == std::vector<NodeId>{0, 1, 2});
  CHECK(t.find_node("sw") == NodeId{3});
  CHECK_FALSE(t.find_node("c3"));
  CHECK(t.node(3).forwards);
  CHECK_FALSE(t.node(0).forwards);
  const Link& up = link(t, "c1->sw");
  CHECK(up.bandwidth == 200e9);  // count × bandwidth
  CHECK(up.latency == Duration(7000));
  CHECK(up.tier == Tier::b2b);
  CHECK(t.link_name(up.reverse) == "sw->c1");
}

TEST_CASE("topology: every link's name finds it again, repeated links by number") {
  const Topology t = build(R"(
nodes: [{id: "c[0-1]", kind: chip}, {id: sw, kind: switch}]
links:
  - {from: c0, to: sw, bandwidth: 1 GB/s}
  - {from: c1, to: sw, bandwidth: 2 GB/s}
  - {from: c0, to: sw, bandwidth: 3 GB/s}
  - {from: sw, to: c0, bandwidth: 4 GB/s}
)");
  std::set<std::string> names;
  for (LinkId id = 0; id < t.link_count(); ++id) {
    names.insert(t.link_name(id));
    CHECK(t.find_link(t.link_name(id)) == id);
    CHECK(t.link(t.link(id).reverse).reverse == id);
  }
  CHECK(names.size() == t.link_count());
  CHECK(link(t, "c0->sw#2").bandwidth == 3e9);
  CHECK(link(t, "sw->c0#3").bandwidth == 4e9);
  CHECK_FALSE(t.find_link("c0->sw#4"));
  CHECK_FALSE(t.find_link("c0->c1"));
  CHECK_FALSE(t.find_link("c0"));
}

TEST_CASE("topology: mistakes are named with their position, several at once") {
  const std::string text = refusal(R"(nodes:
  - {id: "gpu[0-3]", kind: chip}
  - {id: gpu2, kind: chip}
links:
  - {from: gpu0, to: gpuu1, bandwidth: 1 GB/s}
  - {from: gpu3, to: gpu3, bandwidth: 1 GB/s}
)");
  CHECK_THAT(text, ContainsSubstring("t.yaml:3:10: error: node 'gpu2' is given twice (first at line 2, column 10)"));
  CHECK_THAT(text, ContainsSubstring("t.yaml:5:22: error: unknown node 'gpuu1' (did you mean 'gpu1'?)"));
  CHECK_THAT(text, ContainsSubstring("t.yaml:6:5: error: a link from 'gpu3' to itself"));
}
