// Several ways between two nodes: parallel links, spines, network adapters. After public reports of simulators that
// used one of them, and of machines that striped over adapters of unequal reach.

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

constexpr double kSecond = 1e6;

/// Four chips on each of two switches, 100 Gb/s a chip, and four links of these bandwidths between the switches; c0 …
/// c3 send to their opposites c4 … c7, 12.5 GB each: a second at 12.5 GB/s. `more` is further keys.
Result four_pairs(const std::array<int, 4>& gbps, const std::string& more) {
  std::vector<std::string> links{"{from: 'c[0-3]', to: leaf, bandwidth: 100 Gb/s}",
                                 "{from: 'c[4-7]', to: spine, bandwidth: 100 Gb/s}"};
  for (const int bandwidth : gbps)
    links.push_back("{from: leaf, to: spine, bandwidth: " + std::to_string(bandwidth) + " Gb/s}");
  return simulate(
      topology("{id: 'c[0-7]', kind: chip}, {id: leaf, kind: switch}, {id: spine, kind: switch}", join(links)) + more +
      collectives({send("a", "c0", "c4", "12.5 GB"), send("b", "c1", "c5", "12.5 GB"), send("c", "c2", "c6", "12.5 GB"),
                   send("d", "c3", "c7", "12.5 GB")}));
}

const std::vector<std::string> kTrunks{"leaf->spine", "leaf->spine#2", "leaf->spine#3", "leaf->spine#4"};

/// Of four balls in four bins, all 4^4 ways to throw them alike likely: the mean and the variance of the fullest bin.
struct Fullest {
  double mean = 0, variance = 0;

  Fullest() {
    double sum = 0, squares = 0;
    for (int throws = 0; throws < 256; ++throws) {
      std::array<int, 4> bins{};
      for (int ball = 0, rest = throws; ball < 4; ++ball, rest /= 4) ++bins[static_cast<std::size_t>(rest % 4)];
      const int most = *std::max_element(bins.begin(), bins.end());
      sum += most;
      squares += most * most;
    }
    mean = sum / 256;
    variance = squares / 256 - mean * mean;
  }
};

/// 64 chips, eight on each of eight leaves, under `spines` spines of the same links: 8 : spines oversubscribed.
std::string fat_tree(int spines) {
  return "topology: {generate: {kind: fat_tree, tiers: 2, k: " + std::to_string(8 + spines) +
         ", leaves: 8, oversubscription: " + std::to_string(8 / spines) +
         ", link: {bandwidth: 50 GB/s, latency: 0 ns}, switch_latency: 0 ns}}\n";
}

constexpr double kBlock = 1e6;                // bytes
constexpr double kBlockTime = kBlock / 50e3;  // us at 50 GB/s

/// All 64 chips: blocks of 1 MB.
Result all_to_all(int spines, const std::string& model) {
  return simulate(fat_tree(spines) + "model: {" + model + "}\n" +
                  "collectives: [{op: all_to_all, algorithm: pairwise, size: 64 MB}]\n");
}

/// In the step of distance d of 64 ranks, eight on a leaf in rank order, min(d, 8, 64 - d) flows leave each leaf and as
/// many enter it. Spread evenly they take as long as their links together: each of the spines' links carries that many
/// over the spines, and a chip's port one.
double steps_if_spread(int spines) {
  double blocks = 0;
  for (int d = 1; d < 64; ++d) blocks += std::max(1.0, std::min({d, 8, 64 - d}) / static_cast<double>(spines));
  return blocks;
}

}  // namespace

// alibaba-edu/High-Precision-Congestion-Control#43.
TEST_CASE("practice: four flows pinned to four parallel links, or spread over them, take a second each") {
  std::string routes = "routes:\n";
  for (std::size_t i = 0; i < 4; ++i)
    routes += "  - {from: c" + std::to_string(i) + ", to: c" + std::to_string(4 + i) + ", via: " + kTrunks[i] + "}\n";
  for (const std::string& more : {routes, std::string("model: {routing: spray}\n")}) {
    CAPTURE(more);
    const Result r = four_pairs({100, 100, 100, 100}, more);
    for (const char* id : {"a", "b", "c", "d"}) CHECK(ticks_apart(time_us(collective(r, id)), kSecond) <= 2);
    for (const std::string& trunk : kTrunks) {
      CHECK(link(r, trunk).bytes == 12'500'000'000);
      CHECK(link(r, trunk).utilization == Approx(1).epsilon(1e-9));
    }
  }
}

TEST_CASE("practice: over unequal parallel links a spray is worth their sum, in equal parts four of the narrowest") {
  // 75 GB/s in all, of which the chips claim 50: the parts are as 1:1:2:2.
  const Result wide = four_pairs({100, 100, 200, 200}, "model: {routing: spray}\n");
  CHECK(ticks_apart(makespan_us(wide), kSecond) <= 2);
  double cut = 0;
  Bytes bytes = 0;
  for (const std::string& trunk : kTrunks) {
    cut += link(wide, trunk).capacity;
    bytes += link(wide, trunk).bytes;
    CHECK(link(wide, trunk).utilization == Approx(50.0 / 75).epsilon(1e-9));
  }
  CHECK(cut == 75e9);
  CHECK(std::abs(bytes - 50'000'000'000) <= 4 / 2);  // each to the nearest byte
  // 25 + 25 + 100 + 100 Gb/s: 250 in all, but in equal parts four times the 25.
  const Result even = four_pairs({25, 25, 100, 100}, "model: {routing: spray, striping: equal}\n");
  CHECK(ticks_apart(makespan_us(even), 4 * kSecond) <= 2);
  const Result fitting = four_pairs({25, 25, 100, 100}, "model: {routing: spray, striping: proportional}\n");
  CHECK(ticks_apart(makespan_us(fitting), 400.0 / 250 * kSecond) <= 2);
}

TEST_CASE("practice: hashed over four parallel links, four flows take as long as the fullest of four bins") {
  const Fullest fullest;
  REQUIRE(fullest.mean == 2.125);
  constexpr int seeds = 400;
  double sum = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Result r = four_pairs({100, 100, 100, 100}, "model: {routing: ecmp}\nseed: " + std::to_string(seed) + "\n");
    int most = 0;
    for (const std::string& trunk : kTrunks) most = std::max(most, link(r, trunk).peak_flows);
    REQUIRE(ticks_apart(makespan_us(r), most * kSecond) <= 5);
    sum += makespan_us(r) / kSecond;
  }
  CHECK(std::abs(sum / seeds - fullest.mean) <= 5 * std::sqrt(fullest.variance / seeds));
}

TEST_CASE("practice: all_to_all on an oversubscribed fat tree, sprayed, takes what its uplinks must carry") {
  for (const int spines : {4, 2}) {
    CAPTURE(spines);
    REQUIRE(steps_if_spread(spines) == (spines == 4 ? 115 : 225));
    const Result r = all_to_all(spines, "routing: spray");
    // A tick a step from rounding up.
    CHECK(ticks_apart(time_us(only(r)), steps_if_spread(spines) * kBlockTime) <= 2 * 63);
    CHECK(only(r).bottleneck_link.find("spine") != std::string::npos);
    // 8 chips send 56 blocks each out of a leaf, over `spines` links.
    for (const LinkResult& l : r.runs.at(0).links) {
      if (l.id.find("spine") != std::string::npos) CHECK(l.bytes == 8 * 56 * 1'000'000 / spines);
      CHECK(l.utilization <= 1 + 1e-9);
    }
    // The destinations of a leaf's flows follow one another, so that d-mod-k deals them out as evenly.
    const Result dealt = all_to_all(spines, "ties: destination");
    const auto flows = [&](int d) { return std::min({d, 8, 64 - d}); };
    double blocks = 0;
    for (int d = 1; d < 64; ++d) blocks += std::max(1, (flows(d) + spines - 1) / spines);
    CHECK(ticks_apart(time_us(only(dealt)), blocks * kBlockTime) <= 2 * 63);
  }
}

TEST_CASE("practice: adaptive routing lies between hashed and sprayed") {
  for (const int spines : {4, 2}) {
    CAPTURE(spines);
    const double sprayed = time_us(only(all_to_all(spines, "routing: spray")));
    const double adaptive = time_us(only(all_to_all(spines, "routing: adaptive")));
    const double hashed = time_us(only(all_to_all(spines, "routing: ecmp")));
    CHECK(sprayed <= adaptive);
    CHECK(adaptive < hashed);
  }
}

TEST_CASE("practice: d-mod-k sends destinations that are alike all one way, and nothing else does") {
  // Every fourth chip, two a leaf, and four spines: all destinations are 0 mod 4. In 13 of 15 steps two flows leave
  // each leaf, by one uplink, or by two.
  const auto time = [](const std::string& model) {
    std::string ranks;
    for (int chip = 0; chip < 64; chip += 4) ranks += (chip > 0 ? ", c" : "c") + std::to_string(chip);
    return time_us(fat_tree(4) + "model: {" + model + "}\n" + "collectives: [{op: all_to_all, algorithm: pairwise, " +
                   "size: 16 MB, ranks: [" + ranks + "]}]\n");
  };
  const double colliding = (13 * 2 + 2) * kBlockTime, free = 15 * kBlockTime;
  CHECK(ticks_apart(time("ties: destination"), colliding) <= 2 * 15);
  CHECK(ticks_apart(time("routing: spray"), free) <= 2 * 15);
  CHECK(time("routing: adaptive") >= free - 1e-6 * 2 * 15);
  CHECK(time("routing: adaptive") <= colliding);
}

TEST_CASE("practice: what a spray brings into a switch leaves it again, to the rounding of each link") {
  const Result r = simulate(
      "topology: {generate: {kind: leaf_spine, leaves: 4, spines: 3, chips_per_leaf: 4, link: {bandwidth: 50 GB/s}, "
      "uplink: {bandwidth: 70 GB/s}}}\nmodel: {routing: spray}\n"
      "collectives: [{op: all_to_all, size: 1234576}, {op: all_reduce, size: 7777, after: all_to_all0}]\n");
  std::map<std::string, Bytes> balance;
  std::map<std::string, int> links;
  for (const LinkResult& l : r.runs.at(0).links) {
    const std::size_t arrow = l.id.find("->");
    const std::string from = l.id.substr(0, arrow), to = l.id.substr(arrow + 2);
    balance[from] -= l.bytes;
    balance[to] += l.bytes;
    ++links[from], ++links[to];
  }
  for (const auto& [node, bytes] : balance) {
    if (node.front() == 'c') continue;
    CAPTURE(node);
    CHECK(2 * std::abs(bytes) <= links[node]);  // half a byte each
  }
}

// NVIDIA/nccl#2310: one adapter on the GPU's PCIe switch, two behind the host bridge. In a fluid each way carries what
// its narrowest part does; striped halves end when the slow one does. The machine itself got 70 Gb/s each for the
// last: pause frames, which a fluid does not have.
TEST_CASE("practice: bytes striped over a near and a far NIC arrive when the slower half does") {
  const auto gbps = [](const std::string& routes) {
    const double us = time_us(
        topology("{id: 'gpu[0-1]', kind: chip}, {id: plx, kind: switch}, {id: bridge, kind: host}, "
                 "{id: 'nic[1-3]', kind: nic}, {id: net, kind: switch}",
                 "{from: gpu0, to: plx, bandwidth: 800 Gb/s}, {from: plx, to: nic1, bandwidth: 400 Gb/s}, "
                 "{from: plx, to: bridge, bandwidth: 234 Gb/s}, {from: bridge, to: 'nic[2-3]', bandwidth: 400 Gb/s}, "
                 "{from: 'nic[1-3]', to: net, bandwidth: 400 Gb/s}, {from: net, to: gpu1, bandwidth: 2 Tb/s}") +
        "routes: [" + routes + "]\n" + collectives({send("x", "gpu0", "gpu1", "10 GB")}));
    return 80e9 / us * 1e-3;  // bits per second, over 10^9 and 10^6
  };
  const auto route = [](const std::string& nic, const std::string& share = "") {
    return "{from: gpu0, to: gpu1, via: " + nic + (share.empty() ? "" : ", share: " + share) + "}";
  };
  CHECK(gbps(route("nic1")) == Approx(400).epsilon(1e-9));
  CHECK(gbps(route("nic2")) == Approx(234).epsilon(1e-9));
  CHECK(gbps(join({route("nic2", "0.5"), route("nic3", "0.5")})) == Approx(2 * 117).epsilon(1e-9));
  CHECK(gbps(join({route("nic1", "0.5"), route("nic2", "0.5")})) == Approx(2 * 234).epsilon(1e-9));
  // In proportion to what the ways carry they end together.
  CHECK(gbps(join({route("nic1", "0.6309148264984227"), route("nic2", "0.3690851735015773")})) ==
        Approx(400 + 234).epsilon(1e-9));
}

TEST_CASE("practice: four NVSwitches of 5, 4, 4 and 5 links, sprayed, are worth one of 18") {
  const auto run = [](const std::string& machine) {
    return simulate("topology: " COLLSIM_SOURCE_DIR "/topologies/" + machine +
                    ".yaml\ncollectives: [{op: all_reduce, algorithm: ring, size: 144 MB}]\n");
  };
  const Result planes = run("hgx-h100-planes");
  // 14 steps of 3 us and 18 MB at 82 % of 450 GB/s, with either; each rounds a tick or two.
  const double expected = 14 * (3 + 18e6 / (0.82 * 450e3));
  CHECK(ticks_apart(time_us(only(planes)), expected) <= 14 * 2);
  CHECK(ticks_apart(time_us(only(run("hgx-h100"))), expected) <= 14 * 2);
  // Of the 14 x 18 MB that a chip sends.
  const Bytes links[] = {5, 4, 4, 5};
  for (int plane = 0; plane < 4; ++plane)
    CHECK(link(planes, "c3->nvswitch" + std::to_string(plane)).bytes == 14'000'000 * links[plane]);
}
