// What a closed form has to know of a topology: tiers, groups, fallbacks, and the share that flows get of a link.

#include "collective/group_facts.h"
#include "flow/solver.h"
#include "oracle/estimate.h"
#include "scenario/reader.h"
#include "study/group_machine.h"
#include "support/catch.h"
#include "support/networks.h"
#include "workload/known_algorithms.h"

using namespace collsim;
using namespace collsim::oracle;
using namespace collsim::test;

namespace {

/// Boards of chips on a switch each (450 GB/s, tier c2c), all chips on a network beside (50 GB/s, tier b2b).
std::string boards(const std::vector<int>& sizes) {
  std::string nodes = "{id: net, kind: switch}", links;
  int chip = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    const std::string ids = "'c[" + std::to_string(chip) + "-" + std::to_string(chip + sizes[b] - 1) + "]'";
    chip += sizes[b];
    nodes += ", {id: " + ids + ", kind: chip}, {id: board" + std::to_string(b) + ", kind: switch}";
    links += (b ? ", " : "") + ("{from: " + ids + ", to: board" + std::to_string(b)) +
             ", bandwidth: 450 GB/s, latency: 1 us, tier: c2c}, {from: " + ids +
             ", to: net, bandwidth: 50 GB/s, latency: 3 us, tier: b2b}";
  }
  return "nodes: [" + nodes + "]\nlinks: [" + links + "]\nmodel: {alpha_start: 1 us}\n";
}

GroupMachine machine(const std::string& yaml) {
  const TopologyFile file = parse_topology(yaml, "test.yaml");
  const Topology topology = build_topology(file.topology);
  ShortestRouter router(topology, Ties::file_order);
  return machine_of_group(topology, router, topology.chips(), file.defaults);
}

std::vector<double> rates(const std::vector<double>& capacity, const std::vector<std::vector<ResourceId>>& routes,
                          Sharing sharing) {
  std::vector<std::uint32_t> first{0};
  std::vector<ResourceId> resource;
  for (const auto& route : routes) {
    resource.insert(resource.end(), route.begin(), route.end());
    first.push_back(static_cast<std::uint32_t>(resource.size()));
  }
  Allocation allocation;
  RateSolver(sharing).solve({capacity, first, resource, {}, {}, {}}, allocation);
  return allocation.rate;
}

double us(const char* algorithm, Op op, Bytes size, const Machine& m) {
  return estimate(CostModel::alpha_beta, {algorithm, op, size}, m)->seconds * 1e6;
}

}  // namespace

TEST_CASE("functional table: 8 chips that c2c links join are one tier and a flat ring") {
  const GroupMachine found = machine(boards({8}));
  CHECK(found.note.empty());
  REQUIRE(found.machine.tiers() == 1);
  CHECK(found.machine.ranks() == 8);
  CHECK(found.machine.whole().bandwidth == 450e9);
  CHECK(found.machine.whole().alpha() == Approx(3e-6));
  CHECK(us("hierarchical", Op::all_reduce, 8'000'000, found.machine) ==
        us("ring", Op::all_reduce, 8'000'000, found.machine));
}

TEST_CASE("functional table: 16 chips on two boards are two tiers, group 8, and T = T1 + T2 + T3") {
  const GroupMachine found = machine(boards({8, 8}));
  REQUIRE(found.machine.tiers() == 2);
  CHECK(found.machine.tier(0).size == 8);
  CHECK(found.machine.tier(1).size == 2);
  CHECK(found.machine.node_size() == 8);
  const double inner = 7 * (3 + 1e6 / 450e3), outer = 2 * (7 + 5e5 / 50e3);
  CHECK(us("hierarchical", Op::all_reduce, 8'000'000, found.machine) == Approx(inner + outer + inner));
}

TEST_CASE("functional table: 10 chips on boards of 4 and 6 are flat, with a warning that names the sizes") {
  const GroupMachine found = machine(boards({4, 6}));
  CHECK(found.machine.tiers() == 1);
  CHECK(found.note == "the groups at tier c2c are of 6 + 4 chips: taken as one flat group");
  CHECK(found.machine.whole().bandwidth == 50e9);
  CHECK(found.machine.whole().alpha() == Approx(7e-6));
  CHECK(us("hierarchical", Op::all_reduce, 10'000'000, found.machine) == Approx(18 * (7 + 1e6 / 50e3)));
}

TEST_CASE("functional table: without a topology one bandwidth and one alpha serve all pairs") {
  const Machine flat = flat_machine(12, 25e9, 10e-6);
  CHECK(flat.tiers() == 1);
  CHECK(us("ring", Op::all_gather, 12'000'000, flat) == Approx(11 * (10 + 1e6 / 25e3)));
}

TEST_CASE("functional table: facts of a group say the same as its topology") {
  GroupFacts facts;
  facts.ranks = 16;
  facts.tiers = nested_in_rank_order({8, 2});
  facts.tier_facts = {{450e9, Duration(2'000'000)}, {50e9, Duration(6'000'000)}};
  const Machine of_facts = machine_of(facts, {1e-6, 1});
  const Machine of_topology = machine(boards({8, 8})).machine;
  for (const char* algorithm : {"hierarchical", "ring", "nvls_tree", "tree_over_nodes"})
    CHECK(us(algorithm, Op::all_reduce, 1 << 20, of_facts) == us(algorithm, Op::all_reduce, 1 << 20, of_topology));
  facts.tiers = {};
  facts.tier_facts.erase(facts.tier_facts.begin());
  CHECK(machine_of(facts, {1e-6, 0.5}).whole().bandwidth == 25e9);
}

TEST_CASE("functional table: a tier that joins nothing new still bounds an exchange between all") {
  // Two chips on a board whose direct link belongs to b2b as well: the b2b pairs join nobody that c2c has not joined.
  const GroupMachine found = machine(
      "nodes: [{id: 'c[0-2]', kind: chip}, {id: sw, kind: switch}]\n"
      "links: [{from: 'c[0-2]', to: sw, bandwidth: 100 GB/s}, {from: c0, to: c1, bandwidth: 10 GB/s, tier: b2b}]\n");
  CHECK(found.machine.tiers() == 1);
  CHECK(found.machine.tier(0).bandwidth == 100e9);
  CHECK(found.machine.whole().bandwidth == 10e9);
}

TEST_CASE("functional table: equal_share of a ring over a switch that does not block has F = 1") {
  // Every chip has a port in and one out: flow i uses out i and in i+1.
  std::vector<std::vector<ResourceId>> routes;
  for (ResourceId i = 0; i < 8; ++i) routes.push_back({i, 8 + (i + 1) % 8});
  CHECK(contention_factor(450e9, rates(std::vector<double>(16, 450e9), routes, Sharing::equal_share)) == 1);
}

TEST_CASE("functional table: equal_share of a shared link is an equal split") {
  // Four flows with ports of their own and one trunk.
  const auto rate = rates({450, 450, 450, 450, 100}, {{0, 4}, {1, 4}, {2, 4}, {3, 4}}, Sharing::equal_share);
  CHECK(rate == std::vector<double>{25, 25, 25, 25});
  CHECK(contention_factor(100, rate) == 4);
}

TEST_CASE("functional table: max_min settles the bottleneck of three flows and releases what it leaves") {
  // Two flows share a link of 10; the third shares a link of 30 with one of them and gets all that is left there.
  const auto rate = rates({10, 30}, {{0}, {0, 1}, {1}}, Sharing::max_min);
  CHECK(rate == std::vector<double>{5, 5, 25});
  CHECK(rates({10, 30}, {{0}, {0, 1}, {1}}, Sharing::equal_share) == std::vector<double>{5, 5, 15});
}

TEST_CASE("functional table: max_min of uniform traffic is equal_share") {
  std::vector<std::vector<ResourceId>> routes;
  for (ResourceId from = 0; from < 8; ++from)
    for (ResourceId to = 0; to < 8; ++to)
      if (from != to) routes.push_back({from, 8 + to});
  const std::vector<double> capacity(16, 49e9);
  CHECK(rates(capacity, routes, Sharing::max_min) == rates(capacity, routes, Sharing::equal_share));
  CHECK(rates(capacity, routes, Sharing::max_min).front() == 7e9);
}
