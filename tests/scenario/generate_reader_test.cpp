#include "scenario/reader.h"
#include "support/catch.h"
#include "support/scratch_folder.h"
#include "topology/topology.h"

using namespace collsim;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Equals;

namespace {

/// The first line of the refusal, or `accepted`.
std::string refusal(const std::string& yaml) {
  try {
    build_topology(parse_topology(yaml, "t.yaml").topology);
  } catch (const InputError& e) {
    const std::string all = e.what();
    return all.substr(0, all.find('\n'));
  }
  return "accepted";
}

/// Of `generate:` on the first line; its mapping begins at column 11.
std::string refused(const std::string& mapping) { return refusal("generate: " + mapping); }

const std::string wire = "link: {bandwidth: 50 GB/s}";

}  // namespace

TEST_CASE("generate: it stands instead of nodes and links, and is a mapping with a kind") {
  CHECK_THAT(refusal("nodes: [{id: a, kind: chip}]\ngenerate: {kind: star, chips: 2, " + wire + "}"),
             ContainsSubstring("t.yaml:2:11: error: generate: it stands instead of nodes and links"));
  CHECK_THAT(refused("star"), ContainsSubstring("t.yaml:1:11: error: generate: a mapping such as {kind: star"));
  CHECK_THAT(refused("{chips: 2}"), ContainsSubstring("kind is missing: one of star, ring"));
  CHECK_THAT(refused("{kind: rign}"), ContainsSubstring("t.yaml:1:18: error: kind: 'rign' is unknown (did you mean "
                                                        "'ring'?): write one of star"));
}

TEST_CASE("generate: unknown, missing, misplaced and wrong parameters are refused where they stand") {
  CHECK_THAT(refused("{kind: star, chip: 2, chips: 2, " + wire + "}"),
             ContainsSubstring("t.yaml:1:24: error: unknown key 'chip' of the generator star (did you mean 'chips'?)"));
  CHECK_THAT(refused("{kind: star, chips: 2}"), ContainsSubstring("link: is missing: write, for example, link: "
                                                                  "{bandwidth: 50 GB/s}"));
  CHECK_THAT(refused("{kind: star, chips: 2, link: {}}"), ContainsSubstring("bandwidth: is missing"));
  CHECK_THAT(refused("{kind: star, chips: 2, link: {bandwidth: 50}}"),
             ContainsSubstring("t.yaml:1:52: error: bandwidth: '50'"));
  CHECK_THAT(refused("{kind: star, chips: 0, " + wire + "}"),
             ContainsSubstring("t.yaml:1:31: error: chips: 0 is out of range: from 1 to 1000000"));
  CHECK_THAT(refused("{kind: star, " + wire + "}"), ContainsSubstring("generate: chips is missing"));
  CHECK_THAT(refused("{kind: star, nodes: 2, " + wire + "}"),
             ContainsSubstring("t.yaml:1:31: error: nodes: there is no 'node:' to be counted: write 'chips: 8'"));
  CHECK_THAT(refused("{kind: hypercube, dimensions: 40, " + wire + "}"), ContainsSubstring("from 1 to 18"));
  CHECK_THAT(refused("{kind: ring, chips: 4, link: {bandwidth: 50 GB/s, duplex: both}}"),
             ContainsSubstring("duplex: 'both' is unknown"));
  CHECK_THAT(
      refused("{kind: ring, chips: 4, link: {bandwidth: 50 GB/s, duplex: half, back_bandwidth: 1 GB/s}}"),
      ContainsSubstring("t.yaml:1:91: error: back_bandwidth: with duplex: half both directions share one capacity"));
  CHECK_THAT(refused("{kind: torus, dimensions: [], " + wire + "}"), ContainsSubstring("the list is empty"));
  CHECK_THAT(refused("{kind: torus, dimensions: [{size: 3}]}"),
             ContainsSubstring("t.yaml:1:45: error: size: this dimension has no link"));
}

TEST_CASE("generate: several mistakes are reported together, and none as a half-built network") {
  try {
    parse_topology("generate: {kind: star, chips: 0, planes: -1, link: {bandwidth: fast}}", "t.yaml");
    FAIL("accepted");
  } catch (const InputError& e) {
    CHECK(e.diagnostics().size() == 3);
  }
}

TEST_CASE("generate: parameters that do not go together name the one at fault and say why") {
  CHECK_THAT(refused("{kind: fat_tree, k: 8, oversubscription: 2, " + wire + "}"),
             ContainsSubstring("t.yaml:1:52: error: oversubscription: 8 ports cannot be divided 2:1"));
  CHECK_THAT(refused("{kind: fat_tree, k: 7, " + wire + "}"),
             ContainsSubstring("t.yaml:1:31: error: k: 7 ports cannot be divided 1:1"));
  CHECK_THAT(refused("{kind: fat_tree, k: 8, tiers: 2, pods: 2, " + wire + "}"),
             ContainsSubstring("pods: it belongs to a fat tree with tiers: 3"));
  CHECK_THAT(refused("{kind: fat_tree, k: 8, pods: 9, " + wire + "}"), ContainsSubstring("have 8 ports"));
  CHECK_THAT(refused("{kind: leaf_spine, leaves: 2, spines: 2, chips_per_leaf: 2, " + wire + "}"),
             ContainsSubstring("the uplinks have no bandwidth"));
  CHECK_THAT(refused("{kind: leaf_spine, leaves: 2, spines: 2, chips_per_leaf: 2, " + wire +
                     ", uplink: {bandwidth: 1 GB/s}, oversubscription: 2}"),
             ContainsSubstring("oversubscription: the uplinks state a bandwidth already"));
  CHECK_THAT(refused("{kind: dragonfly, routers: 2, chips_per_router: 1, global_links: 1, groups: 4, " + wire +
                     ", local_" + wire + ", global_" + wire + "}"),
             ContainsSubstring("groups: a group has 2 links to others and reaches no more than 3 groups"));
  CHECK_THAT(refused("{kind: rail_optimized, nodes: 5, nodes_per_unit: 2, nvlink: {bandwidth: 1 GB/s}, " + wire + "}"),
             ContainsSubstring("nodes_per_unit: 5 nodes cannot be divided into parts of 2"));
  CHECK_THAT(refused("{kind: rail_optimized, nodes: 4, " + wire + "}"), ContainsSubstring("the node is missing"));
  CHECK_THAT(
      refused("{kind: rail_optimized, nodes: 4, nvlink: {bandwidth: 1 GB/s}, oversubscription: 1, " + wire + "}"),
      ContainsSubstring("there are no spines"));
  CHECK_THAT(refused("{kind: hierarchy, tiers: [{fan_out: 3, network: ring, planes: 2, " + wire + "}]}"),
             ContainsSubstring("planes: planes are of switches"));
  CHECK_THAT(refused("{kind: hierarchy, tiers: [{fan_out: 3, " + wire +
                     ", nics: {chips_per_nic: 2, pcie: {bandwidth: 1 GB/s}}}]}"),
             ContainsSubstring("chips_per_nic: 3 chips cannot be divided"));
  CHECK_THAT(
      refused("{kind: hierarchy, tiers: [{fan_out: 2, " + wire + "}, {fan_out: 2, name: 'a[0-1]', " + wire + "}]}"),
      ContainsSubstring("name: a name of letters"));
}

TEST_CASE("generate: a network beyond all machines is refused before it is drawn") {
  CHECK_THAT(refused("{kind: full_mesh, chips: 100000, " + wire + "}"),
             ContainsSubstring("more than 10 million links"));
  CHECK_THAT(refused("{kind: torus, dimensions: [{size: 1000}, {size: 1000}, {size: 1000}], " + wire + "}"),
             ContainsSubstring("more than a million nodes"));
  CHECK_THAT(refused("{kind: fat_tree, k: 4096, " + wire + "}"), ContainsSubstring("more than"));
}

TEST_CASE("generate: a file stands for a node, its names start from the file that names it") {
  const test::ScratchFolder folder;
  folder.write("board.yaml",
               "nodes: [{id: 'c[0-1]', kind: chip}, {id: sw, kind: switch}]\n"
               "links: [{from: 'c[0-1]', to: sw, bandwidth: 100 GB/s}]\nmodel: {utilization: 0.5}\n");
  const std::string outer = folder.write(
      "cluster.yaml", "generate: {kind: star, nodes: 2, node: board.yaml, " + wire + "}\nmodel: {alpha_start: 1 us}\n");
  const TopologyFile file = read_topology(outer);
  const Topology t = build_topology(file.topology);
  CHECK(t.name() == "cluster");
  CHECK(t.chips().size() == 4);
  CHECK(t.node(t.chips()[3]).name == "n1.c1");
  // A link around the boards is one tier further out than theirs.
  CHECK(t.link(t.find_link("n1.c1->n1.sw").value()).tier == Tier::c2c);
  CHECK(t.link(t.find_link("n1.c1->sw0").value()).tier == Tier::b2b);
  // The board's model is its own affair.
  CHECK(file.defaults.utilization == 1);
}

TEST_CASE("generate: what is wrong in a node's file is told with that file's position") {
  const test::ScratchFolder folder;
  const std::string inner = folder.write("bad.yaml", "nodes:\n  - {id: a, kind: chip}\n  - {id: a, kind: chip}\n");
  const std::string outer = folder.write("t.yaml", "generate: {kind: star, nodes: 2, node: bad.yaml, " + wire + "}\n");
  CHECK_THROWS_WITH(read_topology(outer), ContainsSubstring(inner + ":3:10: error: node 'a' is given twice"));
  const std::string gone = folder.write("g.yaml", "generate: {kind: star, nodes: 2, node: bed.yaml, " + wire + "}\n");
  CHECK_THROWS_WITH(read_topology(gone), ContainsSubstring("bed.yaml: cannot be read") &&
                                             ContainsSubstring("named as the node by " + gone + ":1:40") &&
                                             ContainsSubstring("did you mean 'bad.yaml'?"));
  const std::string self =
      folder.write("self.yaml", "generate: {kind: star, nodes: 1, node: self.yaml, " + wire + "}\n");
  CHECK_THROWS_WITH(read_topology(self), ContainsSubstring("does one name itself?"));
  const std::string chipless = "{nodes: [{id: s, kind: switch}]}";
  CHECK_THAT(refused("{kind: star, nodes: 2, node: " + chipless + ", " + wire + "}"), ContainsSubstring("no chip"));
}

TEST_CASE("generate: ports of a node may be chosen, and must be nodes of it") {
  const std::string inner = "node: {generate: {kind: star, chips: 4, planes: 2, " + wire + "}}, ";
  const Topology t = build_topology(
      parse_topology("generate: {kind: star, nodes: 3, " + inner + "ports: 'sw[0-1]', " + wire + "}", "t.yaml")
          .topology);
  CHECK(t.find_link("n2.sw1->sw0").has_value());
  CHECK_FALSE(t.find_link("n2.c0->sw0").has_value());
  CHECK_THAT(refused("{kind: star, nodes: 3, " + inner + "ports: nic0, " + wire + "}"),
             ContainsSubstring("ports: the node has no 'nic0'"));
  CHECK_THAT(refused("{kind: star, chips: 3, ports: nic0, " + wire + "}"), ContainsSubstring("there is no 'node:'"));
}

TEST_CASE("topology reader: a link may differ by direction, unless both share one capacity") {
  const std::string nodes = "nodes: [{id: 'c[0-1]', kind: chip}]\nlinks: [{from: c0, to: c1, bandwidth: 50 GB/s, ";
  const Topology t = build_topology(
      parse_topology(nodes + "latency: 1 us, back_bandwidth: 10 GB/s, back_latency: 2 us}]", "t.yaml").topology);
  const Link& back = t.link(t.find_link("c1->c0").value());
  CHECK(back.bandwidth == 10e9);
  CHECK(back.latency == std::chrono::microseconds(2));
  CHECK(t.link(back.reverse).bandwidth == 50e9);
  CHECK_THAT(refusal(nodes + "duplex: half, back_bandwidth: 10 GB/s}]"),
             ContainsSubstring("t.yaml:2:56: error: duplex: half: both directions share one capacity"));
}
