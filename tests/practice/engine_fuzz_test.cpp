// No traffic beats the wires. After aliyun/SimAI#105: a reduce_scatter was reported faster than the links it used.
//
// On a random tree of switches every route is unique and every link a cut: with `below` chips on one side of it, an
// all_to_all sends below × (N − below) blocks across in each direction, whatever the order; a ring crosses at least
// once.

#include <algorithm>
#include <string>
#include <vector>

#include "base/units.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/random.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Switch i > 0 hangs on parent[i] < i, chip j on home[j].
struct Tree {
  std::vector<int> parent, trunk_GBps, home, port_GBps;

  int ranks() const { return static_cast<int>(home.size()); }
};

Tree random_tree(Random& random) {
  Tree tree;
  const int switches = random.between(1, 8);
  for (int i = 0; i < switches; ++i) {
    tree.parent.push_back(i == 0 ? 0 : random.between(0, i - 1));
    tree.trunk_GBps.push_back(random.between(10, 400));
  }
  const int ranks = random.between(8, 64);
  for (int j = 0; j < ranks; ++j) {
    tree.home.push_back(random.between(0, switches - 1));
    tree.port_GBps.push_back(random.between(10, 400));
  }
  return tree;
}

std::string trunk_name(const Tree& tree, int i) {
  return "s" + std::to_string(i) + "->s" + std::to_string(tree.parent[static_cast<std::size_t>(i)]);
}

std::string network(const Tree& tree, Random& random) {
  std::vector<std::string> links;
  const auto add = [&](const std::string& from, int to, int GBps) {
    links.push_back("{from: " + from + ", to: s" + std::to_string(to) + ", bandwidth: " + std::to_string(GBps) +
                    " GB/s, latency: " + std::to_string(random.below(3000)) + " ns}");
  };
  for (std::size_t i = 1; i < tree.parent.size(); ++i) add("s" + std::to_string(i), tree.parent[i], tree.trunk_GBps[i]);
  for (std::size_t j = 0; j < tree.home.size(); ++j) add("c" + std::to_string(j), tree.home[j], tree.port_GBps[j]);
  return topology("{id: '" + chips(tree.ranks()) + "', kind: chip}, {id: 's[0-" +
                      std::to_string(tree.parent.size() - 1) + "]', kind: switch}",
                  join(links));
}

/// Chips that the trunk from switch i to its parent cuts off.
std::vector<int> chips_below(const Tree& tree) {
  std::vector<int> below(tree.parent.size());
  for (const int s : tree.home) ++below[static_cast<std::size_t>(s)];
  for (std::size_t i = tree.parent.size(); i-- > 1;) below[static_cast<std::size_t>(tree.parent[i])] += below[i];
  return below;
}

Result run(const std::string& network, const std::string& what, Bytes size) {
  return simulate(network + "collectives: [{" + what + ", size: " + std::to_string(size) + "}]\n");
}

void check_use(const Result& r) {
  double highest = 0;
  for (const LinkResult& l : r.runs.at(0).links) highest = std::max(highest, l.utilization);
  CHECK(highest <= 1 + 1e-9);
}

void check_cuts(const Tree& tree, const Result& r, Bytes block) {
  const std::vector<int> below = chips_below(tree);
  for (std::size_t i = 1; i < below.size(); ++i) {
    const Bytes crossing = Bytes{below[i]} * (tree.ranks() - below[i]) * block;
    CHECK(link(r, trunk_name(tree, static_cast<int>(i))).bytes == crossing);
    CHECK(makespan_us(r) >= static_cast<double>(crossing) / (tree.trunk_GBps[i] * 1e3) * (1 - 1e-9));
  }
}

void check_ring(const Tree& tree, const Result& r) {
  const double injection = *std::min_element(tree.port_GBps.begin(), tree.port_GBps.end());
  CHECK(only(r).busbw_GBps() <= injection * (1 + 1e-9));
  check_use(r);
}

}  // namespace

TEST_CASE("practice: on 200 random trees no link is over-full and no operation beats a cut") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Tree tree = random_tree(random);
    const std::string wires = network(tree, random);
    const Bytes block = random.between(1, 1'000'000);
    const Bytes size = block * tree.ranks();
    for (const char* op : {"all_reduce", "all_gather", "reduce_scatter"})
      check_ring(tree, run(wires, std::string("algorithm: ring, op: ") + op, size));
    const std::string all_to_all = seed % 4 == 0 ? "direct" : "pairwise";
    const Result exchange = run(wires, "op: all_to_all, algorithm: " + all_to_all, size);
    check_use(exchange);
    check_cuts(tree, exchange, block);
  }
}
