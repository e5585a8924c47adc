// Every kind of `generate:`, by several sets of parameters each: what holds of all of them is checked by one walk, and
// the counts and the diameter against the formulas of the network's own literature, written out beside each set.

#include <map>
#include <set>

#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"
#include "topology/generate/generated.h"
#include "topology/generate/table.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// A set of parameters and what must come of it; `hops` is the diameter between chips, in links.
struct Case {
  std::string kind, parameters;
  std::size_t chips, others, links, hops;

  std::string mapping() const { return "{kind: " + kind + ", " + parameters + "}"; }
};

const std::string b = "{bandwidth: 50 GB/s}";
const std::string board =
    "{nodes: [{id: 'c[0-1]', kind: chip}, {id: 'nic[0-1]', kind: nic}, {id: sw, kind: switch}], "
    "links: [{from: 'c[0-1]', to: sw, bandwidth: 100 GB/s}, "
    "{from: 'c[0-1]', to: 'nic[0-1]', bandwidth: 50 GB/s}]}";

std::vector<Case> direct_networks() {
  return {
      {"star", "chips: 8, link: " + b, 8, 1, 8, 2},
      {"star", "chips: 8, planes: 4, link: " + b, 8, 4, 32, 2},
      // Each board: 2 chips, 2 nics, a switch and 4 links; its 2 nics are on the one switch. Chip, nic, switch, nic,
      // chip.
      {"star", "nodes: 3, node: " + board + ", link: " + b, 6, 3 * 3 + 1, 3 * 4 + 3 * 2, 4},
      {"ring", "chips: 2, link: " + b, 2, 0, 1, 1},
      {"ring", "chips: 7, link: " + b, 7, 0, 7, 7 / 2},
      {"ring", "chips: 6, link: {bandwidth: 50 GB/s, links: 2}", 6, 0, 12, 3},
      {"full_mesh", "chips: 8, link: " + b, 8, 0, 8 * 7 / 2, 1},
      // Boards of two chips on a switch, chip i of each joined with chip i: there, across, and over the switch.
      {"full_mesh", "nodes: 3, node: {generate: {kind: star, chips: 2, link: " + b + "}}, link: " + b, 6, 3,
       3 * 2 + 2 * 3, 3},
      {"torus", "dimensions: [{size: 4}, {size: 4}, {size: 4}], link: " + b, 64, 0, 3 * 64, 2 + 2 + 2},
      // 2 rows of one link, not two, between two: 12 of them; rings of 3 and 4 have as many links as chips.
      {"torus", "dimensions: [{size: 2}, {size: 3}, {size: 4}], link: " + b, 24, 0, 12 + 24 + 24, 1 + 1 + 2},
      // An open dimension of 5 has 4 links a row and 4 hops.
      {"torus", "dimensions: [{size: 5, wraps: false}, {size: 3}], link: " + b, 15, 0, 3 * 4 + 15, 4 + 1},
      {"torus", "dimensions: [{size: 6}], link: " + b, 6, 0, 6, 3},
      {"hypercube", "dimensions: 1, link: " + b, 2, 0, 1, 1},
      {"hypercube", "dimensions: 5, link: " + b, 32, 0, 5 * 32 / 2, 5},
  };
}

std::vector<Case> switched_networks() {
  const std::string links = "link: " + b + ", local_link: " + b + ", global_link: " + b;
  return {
      // k = 4: k^3/4 chips, k^2/2 leaves, as many spines, k^2/4 cores, and k^3/4 links in each of three layers.
      {"fat_tree", "k: 4, link: " + b, 16, 8 + 8 + 4, 3 * 16, 6},
      {"fat_tree", "k: 8, link: " + b, 128, 32 + 32 + 16, 3 * 128, 6},
      {"fat_tree", "k: 8, pods: 3, link: " + b, 3 * 16, 3 * 8 + 16, 3 * 48, 6},
      // k = 8 in two tiers: k leaves of k/2 chips, k/2 spines.
      {"fat_tree", "k: 8, tiers: 2, link: " + b, 32, 8 + 4, 2 * 32, 4},
      // 12 ports as 8 down and 4 up: 2:1.
      {"fat_tree", "k: 12, tiers: 2, oversubscription: 2, leaves: 8, link: " + b, 64, 8 + 4, 64 + 8 * 4, 4},
      // Leaves 4 down 2 up, spines 3 down 3 up: 2 pods of 3 leaves and 2 spines, and 2 x 3 cores.
      {"fat_tree", "k: 6, oversubscription: 2, pods: 2, link: " + b, 24, 2 * (3 + 2) + 6, 24 + 2 * 3 * 2 + 2 * 2 * 3,
       6},
      // Leaves of 4 ports take two boards of 2 nics: 8 x 4 / 2 boards of 2 chips. Chip, nic, leaf, spine and down
      // again.
      {"fat_tree", "k: 8, tiers: 2, node: " + board + ", link: " + b, 32, 16 * 3 + 8 + 4, 16 * 4 + 32 + 32, 6},
      {"leaf_spine", "leaves: 4, spines: 4, chips_per_leaf: 8, link: " + b + ", uplink: " + b, 32, 8, 32 + 16, 4},
      {"leaf_spine",
       "leaves: 3, spines: 2, chips_per_leaf: 2, link: " + b + ", uplink: {links: 4}, oversubscription: 1", 6, 5,
       6 + 3 * 2 * 4, 4},
      {"leaf_spine", "leaves: 2, spines: 2, nodes_per_leaf: 3, node: " + board + ", link: " + b + ", uplink: " + b, 12,
       6 * 3 + 4, 6 * 4 + 12 + 4, 6},
      // a = 4, p = h = 2: g = a h + 1 = 9 groups of a p chips; a (a-1)/2 local links a group, g (g-1)/2 global ones.
      {"dragonfly", "routers: 4, chips_per_router: 2, global_links: 2, " + links, 72, 36, 72 + 9 * 6 + 36, 5},
      // 4 groups of which each two share floor(8 / 3) = 2 links: 6 x 2.
      {"dragonfly", "routers: 4, chips_per_router: 1, global_links: 2, groups: 4, " + links, 16, 16, 16 + 4 * 6 + 12,
       5},
      // One router a group: a full mesh of routers.
      {"dragonfly", "routers: 1, chips_per_router: 2, global_links: 3, " + links, 8, 4, 8 + 6, 3},
  };
}

std::vector<Case> node_networks() {
  const std::string nics = "nics: {pcie: " + b + "}, link: " + b + ", ";
  const std::string own = "nvlink: {bandwidth: 450 GB/s}, " + nics;
  return {
      // A node: 8 chips, a switch, 8 nics, 16 links. 8 leaves with 4 nodes each, 8 x 2 uplinks. Chip, nic, leaf, spine.
      {"rail_optimized", "nodes: 4, " + own + "spines: 2, uplink: " + b, 32, 4 * 9 + 8 + 2, 4 * 16 + 32 + 16, 6},
      // Four NVSwitches: 32 links to them. 2 chips to a nic: 4 nics with 2 links each.
      {"rail_optimized",
       "nodes: 2, nvswitches: 4, nvlink: " + b + ", nics: {chips_per_nic: 2, pcie: " + b + "}, link: " + b +
           ", spines: 1, oversubscription: 2",
       16, 2 * (4 + 4) + 4 + 1, 2 * (32 + 8) + 8 + 4, 6},
      // 16 nodes in units of 2, pods of 2 units: 8 units of 2 rails, 4 pods of 3 spines, 3 x 2 cores. Up to the cores.
      {"rail_optimized",
       "nodes: 16, nodes_per_unit: 2, units_per_pod: 2, node: " + board + ", link: " + b + ", spines: 3, uplink: " + b +
           ", cores_per_spine: 2, core_link: " + b,
       32, 16 * 3 + 16 + 12 + 6, 16 * 4 + 32 + 16 * 3 + 12 * 2, 8},
      // Without nics the chips are on the leaves themselves.
      {"rail_optimized", "nodes: 3, chips_per_node: 4, nvlink: " + b + ", link: " + b + ", spines: 1, uplink: " + b, 12,
       3 + 4 + 1, 12 + 12 + 4, 4},
      {"hierarchy", "tiers: [{fan_out: 8, link: " + b + "}]", 8, 1, 8, 2},
      // Chips, node switches, rack switches: a tree.
      {"hierarchy",
       "tiers: [{fan_out: 4, link: " + b + "}, {fan_out: 3, link: " + b + "}, {fan_out: 2, link: " + b + "}]", 24,
       6 + 2 + 1, 24 + 6 + 2, 6},
      // Meshes of 4 with 2 nics for 2 chips each, all nics on two planes. Chip, nic, switch, nic, chip.
      {"hierarchy",
       "tiers: [{fan_out: 4, network: full_mesh, link: " + b + ", nics: {chips_per_nic: 2, pcie: " + b +
           "}}, {fan_out: 3, planes: 2, link: " + b + "}]",
       12, 3 * 2 + 2, 3 * (6 + 4) + 6 * 2, 4},
      // 8 chips on a switch; 2 PCIe switches with 4 chips and 4 nics each; rails: nic i of both nodes meet on sw i, and
      // above them one more tier of a single member would have nothing to join: the rails stay apart, so that other
      // rails are reached below the PCIe switch. Chip, pcie, nic, rail, nic, pcie, chip.
      {"hierarchy",
       "tiers: [{fan_out: 4, link: " + b + ", nics: {chips_per_pcie_switch: 4, pcie: " + b +
           "}}, {fan_out: 2, rails: true, link: " + b + "}]",
       8, 2 * (1 + 1 + 4) + 4, 2 * (4 + 4 + 4) + 8, 6},
      // A ring of three stars whose switches have a link each.
      {"hierarchy", "tiers: [{fan_out: 2, link: " + b + "}, {fan_out: 3, network: ring, link: " + b + "}]", 6, 3, 6 + 3,
       3},
      {"hierarchy", "node: " + board + ", tiers: [{fan_out: 2, link: " + b + "}]", 4, 2 * 3 + 1, 2 * 4 + 4, 4},
  };
}

std::vector<Case> all_cases() {
  std::vector<Case> all = direct_networks();
  for (const auto& more : {switched_networks(), node_networks()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

void check_names(const Topology& t) {
  for (NodeId id = 0; id < t.node_count(); ++id) CHECK(t.find_node(t.node(id).name) == id);
  for (LinkId id = 0; id < t.link_count(); ++id) CHECK(t.find_link(t.link_name(id)) == id);
}

void check_pairs(const Topology& t) {
  for (LinkId id = 0; id < t.link_count(); ++id) {
    const Link& link = t.link(id);
    const Link& back = t.link(link.reverse);
    CHECK((back.reverse == id && back.from == link.to && back.to == link.from));
    CHECK((back.tier == link.tier && link.bandwidth > 0));
  }
}

/// By the program itself, as people use it.
void check_explicit_form(const std::string& yaml, const Topology& t) {
  const ScratchFolder folder;
  const Outcome outcome = test::collsim({"topology", folder.write("t.yaml", yaml), "--explicit"});
  REQUIRE(outcome.status == 0);
  CHECK(outcome.out.find("generate") == std::string::npos);
  CHECK(whole_text(topology_of(outcome.out)) == whole_text(t));
}

}  // namespace

TEST_CASE("generators: each network has the nodes, links and diameter of its formula, and names and pairs in order") {
  for (const Case& c : all_cases()) {
    CAPTURE(c.mapping());
    const Topology t = generated(c.mapping());
    CHECK(t.chips().size() == c.chips);
    CHECK(t.node_count() == c.chips + c.others);
    CHECK(t.link_count() == 2 * c.links);
    CHECK(diameter(t) == c.hops);
    check_names(t);
    check_pairs(t);
    CHECK(whole_text(generated(c.mapping())) == whole_text(t));
  }
}

TEST_CASE("generators: the explicit form reads back as the same nodes and links in the same order") {
  for (const Case& c : all_cases()) {
    CAPTURE(c.mapping());
    check_explicit_form("generate: " + c.mapping() + "\n", generated(c.mapping()));
  }
}

TEST_CASE("generators: every row of the table has an example that joins its chips, and cases of this test") {
  std::map<std::string, int> cases;
  for (const Case& c : all_cases()) ++cases[c.kind];
  std::set<std::string_view> names;
  for (const GeneratorKind& kind : generators()) {
    CAPTURE(kind.name);
    CHECK(names.insert(kind.name).second);
    CHECK(cases[std::string(kind.name)] >= 2);
    const std::string example(kind.example);
    CHECK(example.find("kind: " + std::string(kind.name)) != std::string::npos);
    const Topology t = generated(example);
    CHECK(t.chips().size() >= 2);
    CHECK(diameter(t) >= 1);
    CHECK(find_generator(kind.name) == &kind);
  }
  CHECK(find_generator("fat") == nullptr);
}
