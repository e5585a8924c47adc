#include "routing/way_finder.h"

#include <cmath>
#include <map>
#include <set>

#include "routing/way_fan.h"
#include "scenario/reader.h"
#include "support/catch.h"
#include "support/random_topology.h"

using namespace collsim;
using namespace collsim::test;

namespace {

Topology build(const std::string& yaml) { return build_topology(parse_topology(yaml, "t.yaml").topology); }

constexpr Routing kOneWay[] = {Routing::ecmp, Routing::adaptive};

/// A chip on a leaf, `aggs` switches above it, each with `spines` of its own, and everything down to one chip: leaf to
/// far in three hops of `aggs`, `spines` and one choice.
std::string two_tiers(int aggs, int spines) {
  std::string yaml =
      "nodes:\n  - {id: a, kind: chip}\n  - {id: b, kind: chip}\n  - {id: leaf, kind: switch}\n"
      "  - {id: far, kind: switch}\n";
  std::string links =
      "links:\n  - {from: a, to: leaf, bandwidth: 50 GB/s}\n  - {from: far, to: b, bandwidth: 50 GB/s}\n";
  for (int i = 0; i < aggs; ++i) {
    const std::string agg = "agg" + std::to_string(i);
    yaml += "  - {id: " + agg + ", kind: switch}\n";
    links += "  - {from: leaf, to: " + agg + ", bandwidth: 50 GB/s}\n";
    for (int s = 0; s < spines; ++s) {
      const std::string spine = agg + "s" + std::to_string(s);
      yaml += "  - {id: " + spine + ", kind: switch}\n";
      links += "  - {from: " + agg + ", to: " + spine + ", bandwidth: 50 GB/s}\n";
      links += "  - {from: " + spine + ", to: far, bandwidth: 50 GB/s}\n";
    }
  }
  return yaml + links;
}

struct World {
  explicit World(const std::string& yaml) : topology(build(yaml)), ways(topology) {}

  std::unique_ptr<WayFinder> finder(Routing routing, HashBy hash = HashBy::flow, std::uint64_t seed = 1,
                                    Striping striping = Striping::proportional) {
    return make_way_finder(routing, {topology, ways, hash, striping, seed});
  }
  NodeId node(const std::string& name) const { return topology.find_node(name).value(); }
  std::vector<std::string> names(const Route& route) const {
    std::vector<std::string> names;
    for (const LinkId link : route.links) names.push_back(topology.link_name(link));
    return names;
  }

  Topology topology;
  EqualCost ways;
};

/// How often each link is the `hop`th of 1000 messages from a to b.
std::map<LinkId, int> taken(World& world, WayFinder& finder, std::size_t hop) {
  std::map<LinkId, int> times;
  Route route;
  for (std::uint64_t message = 0; message < 1000; ++message) {
    REQUIRE(finder.find({world.node("a"), world.node("b"), message}, nullptr, route));
    ++times[route.links.at(hop)];
  }
  return times;
}

/// From `from` to `to` over live links, hop by hop nearer, in the latency of its parts.
void check_one_way(World& world, const Route& route, NodeId from, NodeId to) {
  const Topology& t = world.topology;
  REQUIRE(route.shares.empty());
  RouteState at = from;
  Duration latency{};
  for (const LinkId id : route.links) {
    const auto next = world.ways.next(at, to);
    REQUIRE(std::find(next.begin(), next.end(), id) != next.end());
    REQUIRE_FALSE(world.ways.is_dead(id));
    at = world.ways.after(id);
    latency += t.link(id).latency + (t.link(id).to == to ? Duration{} : t.node(t.link(id).to).latency);
  }
  REQUIRE(world.ways.hops(at, to) == 0);
  REQUIRE(route.latency == latency);
}

/// What enters a node leaves it, all of it starts at one end and arrives at the other, and every link leads nearer from
/// where something came to.
void check_spray(World& world, const Route& route, NodeId from, NodeId to) {
  const Topology& t = world.topology;
  std::set<RouteState> reached{from};
  std::map<NodeId, double> balance;
  for (std::size_t i = 0; i < route.links.size(); ++i) {
    const LinkId id = route.links[i];
    const NodeId start = t.link(id).from;
    REQUIRE(route.share(i) > 0);
    REQUIRE_FALSE(world.ways.is_dead(id));
    const auto leads_nearer = [&](RouteState at) {
      const auto next = world.ways.next(at, to);
      return reached.count(at) > 0 && std::find(next.begin(), next.end(), id) != next.end();
    };
    REQUIRE((leads_nearer(start) || leads_nearer(start + static_cast<NodeId>(t.node_count()))));
    reached.insert(world.ways.after(id));
    balance[start] -= route.share(i);
    balance[t.link(id).to] += route.share(i);
  }
  // Each share is a product of as many ratios as hops: rounding of a few 1e-16 each.
  for (const auto& [node, left] : balance) REQUIRE(std::abs(left - (node == from ? -1 : node == to ? 1 : 0)) <= 1e-12);
  for (const LinkId link : route.first_links()) REQUIRE(t.link(link).from == from);
  for (const LinkId link : route.last_links()) REQUIRE(t.link(link).to == to);
}

class MixedLoads final : public LinkLoads {
 public:
  double load(LinkId link) const override { return 1 + link * 7 % 5; }
};

void check_all_pairs(World& world, std::uint64_t seed) {
  std::vector<std::unique_ptr<WayFinder>> one_way;
  for (const Routing routing : kOneWay) one_way.push_back(world.finder(routing, HashBy::flow, seed));
  one_way.push_back(world.finder(Routing::ecmp, HashBy::round_robin, seed));
  std::vector<std::unique_ptr<WayFinder>> sprays;
  for (const Striping striping : {Striping::proportional, Striping::equal, Striping::hashed})
    sprays.push_back(world.finder(Routing::spray, HashBy::pair, seed, striping));
  const MixedLoads loads;
  Route route;
  for (NodeId from = 0; from < world.topology.node_count(); ++from) {
    for (NodeId to = 0; to < world.topology.node_count(); ++to) {
      if (from == to) continue;
      const bool reachable = world.ways.hops(from, to) != EqualCost::kUnreachable;
      for (const auto& finder : one_way) {
        for (const LinkLoads* known : {static_cast<const LinkLoads*>(nullptr), static_cast<const LinkLoads*>(&loads)}) {
          REQUIRE(finder->find({from, to, seed}, known, route) == reachable);
          if (reachable) check_one_way(world, route, from, to);
        }
      }
      for (const auto& finder : sprays) {
        REQUIRE(finder->find({from, to, seed}, nullptr, route) == reachable);
        if (reachable) check_spray(world, route, from, to);
      }
    }
  }
}

void check_with_and_without_dead_links(const std::string& yaml, Random& random, std::uint64_t seed) {
  World world(yaml);
  check_all_pairs(world, seed);
  for (LinkId id = 0; id < world.topology.link_count(); ++id) world.ways.set_dead(id, random.below(5) == 0);
  check_all_pairs(world, seed);
}

}  // namespace

TEST_CASE("routers: only ways of the fewest hops over live links, and sprays conserve bytes, on random graphs",
          "[property]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::string yaml = random_graph(random);
    CAPTURE(seed, yaml);
    check_with_and_without_dead_links(yaml, random, seed);
  }
}

TEST_CASE("routers: only ways of the fewest hops over live links, and sprays conserve bytes, on random clusters",
          "[property]") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const std::string yaml = random_cluster(random);
    CAPTURE(seed, yaml);
    check_with_and_without_dead_links(yaml, random, seed);
  }
}

// mkheirkhah/ecmp#2: the hash sent every flow the same way from the source. Of 1000 flows over four equal spines each
// gets Bin(1000, 1/4): 250 with a standard deviation of sqrt(1000·3/16) = 13.7; 41 are three of these.
TEST_CASE("ecmp: a hash spreads flows over equal spines, and turns deal them out exactly") {
  World world(two_tiers(4, 1));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto times = taken(world, *world.finder(Routing::ecmp, HashBy::flow, seed), 1);
    REQUIRE(times.size() == 4);
    // 80 counts beyond three standard deviations (0.27 % each) at random: one here would be no surprise, four are.
    for (const auto& [link, n] : times) CHECK(std::abs(n - 250) <= 4 * 13.7);
    for (const auto& [link, n] : taken(world, *world.finder(Routing::ecmp, HashBy::round_robin, seed), 1))
      CHECK(n == 250);
  }
}

TEST_CASE("ecmp: the same message and seed take the same way, and another seed changes the map") {
  World world(two_tiers(4, 1));
  const auto map = [&](std::uint64_t seed) {
    const auto finder = world.finder(Routing::ecmp, HashBy::flow, seed);
    std::vector<LinkId> spines;
    Route route;
    for (std::uint64_t message = 0; message < 100; ++message) {
      REQUIRE(finder->find({world.node("a"), world.node("b"), message}, nullptr, route));
      spines.push_back(route.links.at(1));
    }
    return spines;
  };
  CHECK(map(1) == map(1));
  CHECK(map(1) != map(2));
}

// Polarisation: were the choices of both tiers the same function of the flow, only 4 of the 16 combinations would come
// up. With 1000 flows each of 16 is expected 62.5 times, and to miss one has a chance of 16·(15/16)^1000 < 1e-27.
TEST_CASE("ecmp: two tiers of switches choose independently") {
  World world(two_tiers(4, 4));
  const auto finder = world.finder(Routing::ecmp);
  std::set<std::pair<LinkId, LinkId>> combinations;
  Route route;
  for (std::uint64_t message = 0; message < 1000; ++message) {
    REQUIRE(finder->find({world.node("a"), world.node("b"), message}, nullptr, route));
    combinations.emplace(route.links.at(1), route.links.at(2));
  }
  CHECK(combinations.size() == 16);
}

TEST_CASE("ecmp: what is hashed is what keeps to one way") {
  World world(two_tiers(4, 4));
  const auto ways = [&](HashBy hash) {
    const auto finder = world.finder(Routing::ecmp, hash);
    std::set<std::vector<LinkId>> different;
    Route route;
    for (std::uint32_t i = 0; i < 64; ++i) {
      REQUIRE(finder->find({world.node("a"), world.node("b"), i, i % 2}, nullptr, route));
      different.insert(route.links);
    }
    return different.size();
  };
  CHECK(ways(HashBy::pair) == 1);
  CHECK(ways(HashBy::channel) <= 2);  // one for each of two channels, which may be the same
  CHECK(ways(HashBy::flow) > 8);      // 64 draws of 16 leave 16·(15/16)^64 = 0.26 undrawn on average
  CHECK(ways(HashBy::round_robin) == 16);
}

TEST_CASE("adaptive: takes the way whose most loaded link has the fewest flows for its bandwidth") {
  World world(two_tiers(2, 2));
  class Loads final : public LinkLoads {
   public:
    double load(LinkId link) const override { return of.count(link) > 0 ? of.at(link) : 1; }
    std::map<LinkId, double> of;
  } loads;
  const auto set = [&](const std::string& link, double load) {
    loads.of[world.topology.find_link(link).value()] = load;
  };
  const auto way = [&](std::uint64_t seed) {
    Route route;
    const auto finder = world.finder(Routing::adaptive, HashBy::flow, seed);
    REQUIRE(finder->find({world.node("a"), world.node("b")}, &loads, route));
    return world.names(route).at(2);
  };
  // All but agg1->agg1s1 have something worse on them; the busy port of a, which all share, hides nothing.
  set("a->leaf", 100);
  set("agg0->agg0s0", 3);
  set("agg0s1->far", 2);
  set("agg1->agg1s0", 2);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) CHECK(way(seed) == "agg1->agg1s1");
  set("leaf->agg1", 2.5);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) CHECK(way(seed) == "agg0->agg0s1");
}

TEST_CASE("spray: splits by bandwidth, in equal parts, or hashes parallel links") {
  World world(
      "nodes: [{id: a, kind: chip}, {id: b, kind: chip}, {id: l, kind: switch}, {id: r, kind: switch}]\n"
      "links:\n"
      "  - {from: a, to: l, bandwidth: 40 GB/s}\n  - {from: r, to: b, bandwidth: 40 GB/s, latency: 1 ns}\n"
      "  - {from: l, to: r, bandwidth: 10 GB/s, latency: 7 ns}\n  - {from: l, to: r, bandwidth: 30 GB/s}\n");
  const auto spray = [&](Striping striping, std::uint64_t seed = 1) {
    Route route;
    REQUIRE(world.finder(Routing::spray, HashBy::flow, seed, striping)
                ->find({world.node("a"), world.node("b")}, nullptr, route));
    return route;
  };
  CHECK(spray(Striping::proportional).shares == std::vector<double>{1, 0.25, 0.75, 1});
  CHECK(spray(Striping::proportional).latency == Duration(8000));  // the longest branch, 7 + 1 ns
  CHECK(spray(Striping::equal).shares == std::vector<double>{1, 0.5, 0.5, 1});
  std::set<std::size_t> narrow;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Route route = spray(Striping::hashed, seed);
    CHECK(route.links.size() == 3);
    CHECK(route.shares.empty());
    narrow.insert(world.names(route).at(1) == "l->r");
  }
  CHECK(narrow.size() == 2);  // all 20 alike: 2^-19
}

TEST_CASE("valiant: goes over a router of a third group of a dragonfly, each half the fewest hops") {
  // Five groups of two routers with two global links each: every pair of groups is joined by one link.
  World world(
      "generate: {kind: dragonfly, routers: 2, chips_per_router: 1, global_links: 2, link: {bandwidth: 25 GB/s}, "
      "local_link: {bandwidth: 25 GB/s}, global_link: {bandwidth: 25 GB/s}}\n");
  const Topology& t = world.topology;
  const NodeId from = t.chips().front(), to = t.chips().back();
  const auto group = [&](NodeId router) { return std::stoi(t.node(router).name.substr(6)) / 2; };
  const auto finder = world.finder(Routing::valiant);
  std::set<int> over;
  Route route;
  for (std::uint64_t message = 0; message < 200; ++message) {
    REQUIRE(finder->find({from, to, message}, nullptr, route));
    std::set<LinkId> once(route.links.begin(), route.links.end());
    REQUIRE(once.size() == route.links.size());
    std::set<int> groups;
    for (const LinkId link : route.links) {
      if (t.node(t.link(link).to).kind == NodeKind::switch_) groups.insert(group(t.link(link).to));
    }
    groups.erase(0);
    groups.erase(4);
    REQUIRE_FALSE(groups.empty());
    over.insert(groups.begin(), groups.end());
    // Each half is at most local, global, local, and there are two chips' links.
    CHECK(route.links.size() <= 3 + 3 + 2);
  }
  CHECK(over == std::set<int>{1, 2, 3});
}

TEST_CASE("fan: counts the different ways between two nodes") {
  World world(two_tiers(3, 4));
  WayFan fan(world.ways);
  REQUIRE(fan.lay_out(world.topology, world.node("a"), world.node("b")));
  CHECK(fan.count() == 12);
  CHECK(fan.hops() == 5);
  REQUIRE(fan.lay_out(world.topology, world.node("leaf"), world.node("agg0")));
  CHECK(fan.count() == 1);
}
