#include "workload/facts.h"

#include "scenario/reader.h"
#include "support/catch.h"

using namespace collsim;

namespace {

struct World {
  Topology topology;
  StatedRoutes stated;
  Routers routers;
  FactsBook book;

  explicit World(const std::string& yaml)
      : topology(build_topology(parse_topology(yaml, "t.yaml").topology)),
        routers(topology, Model{}, 1, stated),
        book(topology, routers) {}

  std::vector<NodeId> chips(const std::vector<std::string>& names) const {
    std::vector<NodeId> found;
    for (const std::string& name : names) found.push_back(topology.find_node(name).value());
    return found;
  }
  const GroupFacts& facts() { return book.of(topology.chips()).facts; }
  const GroupFacts& facts(const std::vector<std::string>& names) { return book.of(chips(names)).facts; }
};

/// Two boards of four chips; two chips a nic; all nics on one switch. `abilities` of the switches on the boards and of
/// the one between.
std::string boards(const std::string& on_board = "", const std::string& between = "") {
  return "nodes: [{id: \"c[0-7]\", kind: chip}, {id: \"v[0-1]\", kind: switch, latency: 100 ns" + on_board +
         "}, {id: \"n[0-3]\", kind: nic}, {id: leaf, kind: switch, latency: 300 ns" + between +
         "}]\n"
         "links:\n"
         "  - {from: \"c[0-3]\", to: v0, bandwidth: 450 GB/s, latency: 50 ns, tier: c2c}\n"
         "  - {from: \"c[4-7]\", to: v1, bandwidth: 450 GB/s, latency: 50 ns, tier: c2c}\n"
         "  - {from: \"c[0-1]\", to: n0, bandwidth: 64 GB/s, tier: c2c}\n"
         "  - {from: \"c[2-3]\", to: n1, bandwidth: 64 GB/s, tier: c2c}\n"
         "  - {from: \"c[4-5]\", to: n2, bandwidth: 64 GB/s, tier: c2c}\n"
         "  - {from: \"c[6-7]\", to: n3, bandwidth: 64 GB/s, tier: c2c}\n"
         "  - {from: \"n[0-3]\", to: leaf, bandwidth: 50 GB/s, latency: 350 ns, tier: b2b}\n";
}

const std::string reducing = ", reduces: true, multicasts: true";

}  // namespace

TEST_CASE("facts: two boards are two tiers and two nodes, and a rank's way out is its nic") {
  World world(boards());
  const GroupFacts& facts = world.facts();
  CHECK(facts.ranks == 8);
  REQUIRE(facts.tiers.tiers() == 2);
  CHECK((facts.tiers.size(0) == 4 && facts.tiers.size(1) == 2));
  REQUIRE(facts.tier_facts.size() == 2);
  CHECK(facts.tier_facts[0].bandwidth == 450e9);
  CHECK(facts.tier_facts[0].latency == Duration(200'000));
  CHECK(facts.tier_facts[1].bandwidth == 50e9);
  CHECK(facts.tier_facts[1].latency == Duration(1'000'000));
  CHECK((facts.nodes.size(0) == 4 && facts.nodes.size(1) == 2));
  CHECK(facts.way_out == std::vector<int>{0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(facts.fully_connected);
  CHECK_FALSE(facts.node_reduces);
  CHECK_FALSE(facts.network_reduces);
}

TEST_CASE("facts: ranks that are dealt over the boards keep their numbers") {
  World world(boards());
  const GroupFacts& facts = world.facts({"c6", "c0", "c4", "c2"});
  CHECK((facts.nodes.size(0) == 2 && facts.nodes.coordinate(0, 1) == 0 && facts.nodes.coordinate(2, 1) == 0));
  CHECK((facts.nodes.coordinate(1, 1) == 1 && facts.nodes.coordinate(3, 1) == 1));
  // By who comes first: c6's nic is way 0 of its node and c4's way 1; c0's is way 0 of the other.
  CHECK(facts.way_out == std::vector<int>{0, 0, 1, 1});
}

TEST_CASE("facts: inside one node there are no ways out, and no second tier") {
  World world(boards());
  const GroupFacts& facts = world.facts({"c0", "c1", "c2", "c3"});
  CHECK((facts.tiers.flat() && facts.nodes.flat() && facts.way_out.empty()));
  REQUIRE(facts.tier_facts.size() == 1);
  CHECK(facts.tier_facts[0].bandwidth == 450e9);
  CHECK(facts.fully_connected);
}

TEST_CASE("facts: chips that are a node each have no node, and a lone rank has no pair") {
  World world(boards());
  const GroupFacts& apart = world.facts({"c0", "c4"});
  CHECK((apart.nodes.flat() && apart.way_out.empty() && !apart.fully_connected && !apart.node_reduces));
  CHECK(apart.tier_facts.at(0).bandwidth == 50e9);
  CHECK(world.facts({"c0"}).nodes.flat());
}

TEST_CASE("facts: uneven nodes are flat with a note, with the least bandwidth and the outermost tier's latency") {
  World world(boards());
  const KnownGroup& group = world.book.of(world.chips({"c0", "c1", "c2", "c4"}));
  CHECK((group.facts.tiers.flat() && group.facts.nodes.flat() && group.facts.way_out.empty()));
  CHECK_THAT(group.nodes_note, Catch::Matchers::ContainsSubstring("3 + 1 chips"));
  CHECK_THAT(group.tiers_note, Catch::Matchers::ContainsSubstring("3 + 1 chips"));
  CHECK(group.facts.tier_facts.at(0).bandwidth == 50e9);
  CHECK(group.facts.tier_facts.at(0).latency == Duration(1'000'000));
}

TEST_CASE("facts: who reduces is asked of the switches on the boards, and of those between") {
  World on_boards(boards(reducing)), everywhere(boards(reducing, reducing)), between(boards("", reducing));
  CHECK((on_boards.facts().node_reduces && !on_boards.facts().network_reduces));
  // Chips that share a nic meet there, and it does not reduce.
  const GroupFacts& with_a_nic_each = everywhere.facts({"c0", "c2", "c4", "c6"});
  CHECK((with_a_nic_each.node_reduces && with_a_nic_each.network_reduces));
  CHECK((everywhere.facts().node_reduces && !everywhere.facts().network_reduces));
  CHECK_FALSE(between.facts().node_reduces);
}

TEST_CASE("facts: a node is fully connected by links of its own, not by half a ring of them") {
  const auto mesh = [](const std::string& links) {
    World world("nodes: [{id: \"c[0-3]\", kind: chip, forwards: true}]\nlinks: [" + links + "]\n");
    return world.facts().fully_connected;
  };
  const std::string ring =
      "{from: c0, to: c1, bandwidth: 1 GB/s}, {from: c1, to: c2, bandwidth: 1 GB/s}, {from: c2, to: c3, bandwidth: 1 "
      "GB/s}, {from: c3, to: c0, bandwidth: 1 GB/s}";
  CHECK_FALSE(mesh(ring));
  CHECK(mesh(ring + ", {from: c0, to: c2, bandwidth: 1 GB/s}, {from: c1, to: c3, bandwidth: 1 GB/s}"));
}

TEST_CASE("facts: without nics a way out is the port that a route takes") {
  // Chips with ports of their own are a way each; behind a switch with one uplink all share it.
  World own(
      "nodes: [{id: \"c[0-3]\", kind: chip}, {id: \"v[0-1]\", kind: switch}, {id: net, kind: switch}]\nlinks:\n"
      "  - {from: \"c[0-1]\", to: v0, bandwidth: 4 GB/s}\n  - {from: \"c[2-3]\", to: v1, bandwidth: 4 GB/s}\n"
      "  - {from: \"c[0-3]\", to: net, bandwidth: 1 GB/s, tier: b2b}\n");
  CHECK(own.facts().way_out == std::vector<int>{0, 1, 0, 1});
  World shared(
      "nodes: [{id: \"c[0-3]\", kind: chip}, {id: \"v[0-1]\", kind: switch}]\nlinks:\n"
      "  - {from: \"c[0-1]\", to: v0, bandwidth: 4 GB/s}\n  - {from: \"c[2-3]\", to: v1, bandwidth: 4 GB/s}\n"
      "  - {from: v0, to: v1, bandwidth: 1 GB/s, tier: b2b}\n");
  CHECK(shared.facts().way_out == std::vector<int>{0, 0, 0, 0});
}
