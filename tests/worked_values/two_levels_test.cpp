// Worked values of two levels: boards whose chips talk over their switch, and a network to which every chip has a port
// of its own. A hierarchical all_reduce is written out as its stages: reduce_scatter inside each board, one all_reduce
// for each position in the board, all_gather inside each board.

#include <cmath>
#include <string>
#include <vector>

#include "base/units.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

struct Level {
  std::string bandwidth;
  std::string link_latency;  ///< half of α: a route is two links
};

struct Boards {
  int boards, chips;
  Level inner, outer;
};

std::string chip(int index) { return "c" + std::to_string(index); }

std::string board_chips(const Boards& b, int board) {
  return "c[" + std::to_string(board * b.chips) + "-" + std::to_string((board + 1) * b.chips - 1) + "]";
}

std::string link_entry(const std::string& from, const std::string& to, const Level& level) {
  return "{from: '" + from + "', to: " + to + ", bandwidth: " + level.bandwidth + ", latency: " + level.link_latency +
         "}";
}

/// Both ways between chips of one board are two links long; the wider one, over the board's switch, is taken.
std::string network(const Boards& b) {
  std::vector<std::string> nodes{"{id: '" + chips(b.boards * b.chips) + "', kind: chip}", "{id: net, kind: switch}"};
  std::vector<std::string> links{link_entry(chips(b.boards * b.chips), "net", b.outer)};
  for (int board = 0; board < b.boards; ++board) {
    nodes.push_back("{id: board" + std::to_string(board) + ", kind: switch}");
    links.push_back(link_entry(board_chips(b, board), "board" + std::to_string(board), b.inner));
  }
  return topology(join(nodes), join(links));
}

std::string ring(const std::string& id, const std::string& op, const std::string& ranks, Bytes size,
                 const std::vector<std::string>& after) {
  return "{id: " + id + ", op: " + op + ", algorithm: ring, ranks: [" + ranks + "], size: " + std::to_string(size) +
         ", after: [" + join(after) + "]}";
}

std::string same_position(const Boards& b, int position) {
  std::vector<std::string> ranks;
  for (int board = 0; board < b.boards; ++board) ranks.push_back(chip(board * b.chips + position));
  return join(ranks);
}

/// The stages of a hierarchical all_reduce of `size` bytes.
std::string stages(const Boards& b, Bytes size) {
  std::vector<std::string> entries, scatters, rings;
  for (int board = 0; board < b.boards; ++board) {
    scatters.push_back("scatter" + std::to_string(board));
    entries.push_back(ring(scatters.back(), "reduce_scatter", "'" + board_chips(b, board) + "'", size, {}));
  }
  for (int position = 0; position < b.chips; ++position) {
    rings.push_back("ring" + std::to_string(position));
    entries.push_back(ring(rings.back(), "all_reduce", same_position(b, position), size / b.chips, scatters));
  }
  for (int board = 0; board < b.boards; ++board)
    entries.push_back(
        ring("gather" + std::to_string(board), "all_gather", "'" + board_chips(b, board) + "'", size, rings));
  return collectives(entries);
}

constexpr double kTicksPerStep = 2;  // all flows of a step are equal and end at one instant

struct StageTimes {
  double scatter, ring, gather, total;
};

StageTimes measure(const Boards& b, Bytes size) {
  const Result r = simulate(network(b) + stages(b, size));
  return {time_us(collective(r, "scatter0")), time_us(collective(r, "ring0")), time_us(collective(r, "gather0")),
          makespan_us(r)};
}

/// (3.13b, c): `steps` steps of α + block / B.
double stage_us(int steps, double alpha_us, double block, double bandwidth) {
  return steps * (alpha_us + block / bandwidth * 1e6);
}

}  // namespace

TEST_CASE("worked values: two levels, 4 nodes of 8, 1 GB: 4.396 + 7.560 + 4.396 = 16.352 ms") {
  const Boards boards{4, 8, {"200 GB/s", "1.5 us"}, {"25 GB/s", "5 us"}};
  const double inner = stage_us(7, 3, 1e9 / 8, 200e9);
  const double outer = stage_us(6, 10, 1e9 / 32, 25e9);
  REQUIRE(inner == Approx(4396));
  REQUIRE(outer == Approx(7560));
  const StageTimes t = measure(boards, 1'000'000'000);
  CHECK(ticks_apart(t.scatter, inner) <= 7 * kTicksPerStep);
  CHECK(ticks_apart(t.ring, outer) <= 6 * kTicksPerStep);
  CHECK(ticks_apart(t.gather, inner) <= 7 * kTicksPerStep);
  CHECK(ticks_apart(t.total, 16'352) <= 20 * kTicksPerStep);
  CHECK(1e9 / t.total / 1e3 * 2 * 31 / 32 == Approx(118).margin(0.5));  // busbw of the whole, as printed
}

TEST_CASE("worked values: the flat ring over the same 32 with every step at the slow link takes 78.12 ms") {
  const Result r = simulate(star(32, "25 GB/s", "5 us") +  //
                            "collectives: [{op: all_reduce, algorithm: ring, size: 1 GB}]\n");
  // 62 steps of 10 us + 31.25 MB / 25 GB/s: 620 us + 77.5 ms.
  CHECK(ticks_apart(makespan_us(r), 78'120) <= 62 * kTicksPerStep);
}

TEST_CASE("worked values: 64 chips in 8 nodes, 14 GB: outer 61.25 ms, inner 122.5 ms, latency 0.18 ms") {
  const Boards boards{8, 8, {"200 GB/s", "1.5 us"}, {"50 GB/s", "5 us"}};
  const double inner = stage_us(7, 3, 14e9 / 8, 200e9);    // 7 × 3 us + 61.25 ms, there and back
  const double outer = stage_us(14, 10, 14e9 / 64, 50e9);  // 14 × 10 us + 61.25 ms
  REQUIRE(2 * inner + outer == Approx(61'250 + 122'500 + 182));
  const StageTimes t = measure(boards, 14'000'000'000);
  CHECK(ticks_apart(t.ring, outer) <= 14 * kTicksPerStep);
  CHECK(ticks_apart(t.total, 2 * inner + outer) <= 28 * kTicksPerStep);
}

TEST_CASE("worked values: two boards of 8, 450 and 50 GB/s, 128 MB: 248.9 + 320.0 + 248.9 = 817.8 us") {
  const Boards boards{2, 8, {"450 GB/s", "0 ns"}, {"50 GB/s", "0 ns"}};
  const double inner = stage_us(7, 0, 128e6 / 8, 450e9);
  REQUIRE(inner == Approx(248.9).margin(0.05));
  const StageTimes t = measure(boards, 128'000'000);
  CHECK(ticks_apart(t.scatter, inner) <= 7 * kTicksPerStep);
  CHECK(ticks_apart(t.ring, 320) <= 2 * kTicksPerStep);
  CHECK(ticks_apart(t.total, 2 * inner + 320) <= 16 * kTicksPerStep);
}

TEST_CASE("worked values: pairwise over one 50 GB/s trunk takes 4.3 times its closed form") {
  // 16 chips, 8 a side. With distance s, min(s, 16 − s) messages cross each way and share the trunk; over s = 1 … 15
  // these are 64 messages of M/16 one after the other, where the closed form counts 15.
  const Result r = simulate(two_leaves(8, "450 GB/s", "50 GB/s") +
                            "collectives: [{op: all_to_all, algorithm: pairwise, size: 800 MB}]\n");
  const double message_us = 50e6 / 50e9 * 1e6;
  CHECK(ticks_apart(makespan_us(r), 64 * message_us) <= 15 * 3);
  CHECK(64.0 / 15 == Approx(4.3).margin(0.05));
}

TEST_CASE("worked values: one ring over two boards with a NIC for every chip, 128 MiB") {
  // The ring leaves a board at c7 and at c15, over NIC and leaf. Each of the 30 steps takes its slowest message:
  // α = 300 + 350 + 300 + 350 ns = 1.3 us and 8 MiB / 50 GB/s = 167.77216 us; 39 + 5033.1648 = 5072.1648 us.
  const Result r = simulate(R"(
topology:
  nodes:
    - {id: "c[0-15]", kind: chip}
    - {id: "nvsw[0-1]", kind: switch, latency: 100 ns, reduces: true, multicasts: true}
    - {id: "nic[0-15]", kind: nic}
    - {id: leaf, kind: switch, latency: 300 ns}
  links:
    - {from: "c[0-7]",  to: nvsw0, bandwidth: 450 GB/s, latency: 50 ns, tier: c2c}
    - {from: "c[8-15]", to: nvsw1, bandwidth: 450 GB/s, latency: 50 ns, tier: c2c}
    - {from: "c[0-15]", to: "nic[0-15]", bandwidth: 64 GB/s, latency: 0 ns, tier: c2c}
    - {from: "nic[0-15]", to: leaf, bandwidth: 50 GB/s, latency: 350 ns, tier: b2b, duplex: full, count: 1}
model: {alpha_start: 300 ns}
collectives: [{id: grad, op: all_reduce, algorithm: ring, ranks: "c[0-15]", size: 128 MiB}]
)");
  const CollectiveResult& c = only(r);
  CHECK(ticks_apart(time_us(c), 5072.1648) <= 30 * kTicksPerStep);
  CHECK(c.algbw_GBps() == Approx(134'217'728 / 5072.1648e-6 / 1e9).epsilon(1e-6));
  CHECK(c.steps == 30);
  CHECK(c.flows == 30 * 16);
  CHECK(c.bottleneck_link == "nic7->leaf");
  const LinkResult& port = link(r, "nic7->leaf");
  CHECK(port.bytes == 30 * 8'388'608);
  CHECK(port.peak_flows == 1);
  CHECK(port.utilization == Approx(5033.1648 / 5072.1648).epsilon(1e-6));
}
