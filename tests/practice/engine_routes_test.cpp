// What a route is made of: parallel links, latencies, and no store-and-forward. After public reports of simulators that
// lost links, counted latency once, or sent whole messages hop by hop.

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

/// Four chips on each of two switches, 100 Gb/s a chip, joined by `trunks`, entries of `links:`. c0 … c3 send to their
/// opposites c4 … c7, 12.5 GB each: a second at 12.5 GB/s.
Result four_pairs(const std::string& trunks, const std::string& ties) {
  return simulate(topology("{id: 'c[0-7]', kind: chip}, {id: leaf, kind: switch}, {id: spine, kind: switch}",
                           "{from: 'c[0-3]', to: leaf, bandwidth: 100 Gb/s}, "
                           "{from: 'c[4-7]', to: spine, bandwidth: 100 Gb/s}, " +
                               trunks) +
                  "model: {ties: " + ties + "}\n" +
                  collectives({send("a", "c0", "c4", "12.5 GB"), send("b", "c1", "c5", "12.5 GB"),
                               send("c", "c2", "c6", "12.5 GB"), send("d", "c3", "c7", "12.5 GB")}));
}

std::string trunk(const std::string& bandwidth) { return "{from: leaf, to: spine, bandwidth: " + bandwidth + "}"; }

const std::vector<std::string> kTrunkNames{"leaf->spine", "leaf->spine#2", "leaf->spine#3", "leaf->spine#4"};
constexpr double kSecond = 1e6;

}  // namespace

// alibaba-edu/High-Precision-Congestion-Control#43: of four identical links between two switches only the last was
// used.
TEST_CASE("practice: four parallel links carry four pairs side by side") {
  const Result r = four_pairs(join(std::vector<std::string>(4, trunk("100 Gb/s"))), "destination");
  for (const char* id : {"a", "b", "c", "d"}) CHECK(ticks_apart(time_us(collective(r, id)), kSecond) <= 2);
  for (const std::string& name : kTrunkNames) {
    CAPTURE(name);
    CHECK(link(r, name).bytes == 12'500'000'000);
    CHECK(link(r, name).utilization == Approx(1).epsilon(1e-9));
    CHECK(link(r, name).peak_flows == 1);
  }
}

TEST_CASE("practice: the first of equal parallel links carries everything when ties go by file order") {
  const Result r = four_pairs(join(std::vector<std::string>(4, trunk("100 Gb/s"))), "file_order");
  CHECK(ticks_apart(makespan_us(r), 4 * kSecond) <= 2);
  CHECK(link(r, "leaf->spine").peak_flows == 4);
  CHECK(link(r, "leaf->spine#2").bytes == 0);
}

TEST_CASE("practice: parallel links of unequal bandwidth keep their own") {
  const Result r =
      four_pairs(join({trunk("100 Gb/s"), trunk("100 Gb/s"), trunk("200 Gb/s"), trunk("200 Gb/s")}), "destination");
  double cut = 0;
  for (const std::string& name : kTrunkNames) cut += link(r, name).capacity;
  CHECK(cut == 75e9);
  CHECK(ticks_apart(makespan_us(r), kSecond) <= 2);
}

TEST_CASE("practice: a count of four is one link of four times the bandwidth") {
  const Result r = four_pairs("{from: leaf, to: spine, bandwidth: 100 Gb/s, count: 4}", "file_order");
  CHECK(ticks_apart(makespan_us(r), kSecond) <= 2);
  CHECK(link(r, "leaf->spine").capacity == 50e9);
  CHECK(link(r, "leaf->spine").peak_flows == 4);
}

// astra-sim/astra-sim#296: on a crossbar the ring came out twice as slow as sending directly, because the switch stored
// whole chunks. 8 ranks, 100 MB, 50 GB/s, two links of 10 ns a route: what a port must carry decides, 12.5 MB = 250 us
// a block, plus 20 ns a step.
TEST_CASE("practice: on a crossbar rings and direct messages differ by latency alone") {
  const std::string network = star(8, "50 GB/s", "10 ns");
  const auto run = [&](const std::string& what) {
    return time_us(network + "collectives: [{size: 100 MB, " + what + "}]");
  };
  const double all_reduce = run("op: all_reduce, algorithm: ring");
  const double direct = run("op: all_to_all, algorithm: direct");
  const double pairwise = run("op: all_to_all, algorithm: pairwise");
  CHECK(ticks_apart(all_reduce, 14 * (250 + 0.02)) <= 14 * 2);  // 3.500 ms + 0.28 us
  CHECK(ticks_apart(direct, 7 * 250 + 0.02) <= 2);
  CHECK(ticks_apart(pairwise, 7 * (250 + 0.02)) <= 7 * 2);
  CHECK(all_reduce / direct == Approx(2).epsilon(1e-3));  // twice the bytes, and nothing else
  CHECK(pairwise / direct == Approx(1).epsilon(1e-3));
}

// astra-sim/astra-sim#317: chip, two switches, chip; three links of 50 GB/s and 500 ns. 64.4 us for 1 MiB would be
// store-and-forward, 21.5 us one latency for the whole path.
TEST_CASE("practice: every link of a route adds its latency, and the bytes pass once") {
  const auto sent = [](const std::string& size, const std::string& switch_latency) {
    return time_us(topology("{id: 'c[0-1]', kind: chip}, {id: 's[0-1]', kind: switch, latency: " + switch_latency + "}",
                            "{from: c0, to: s0, bandwidth: 50 GB/s, latency: 500 ns}, "
                            "{from: s0, to: s1, bandwidth: 50 GB/s, latency: 500 ns}, "
                            "{from: s1, to: c1, bandwidth: 50 GB/s, latency: 500 ns}") +
                   collectives({send("x", "c0", "c1", size)}));
  };
  CHECK(ticks_apart(sent("1 B", "0 ns"), 1.5 + 1 / 50e3) <= 2);
  CHECK(ticks_apart(sent("1 MiB", "0 ns"), 1.5 + 1'048'576 / 50e3) <= 2);  // 22.47152 us
  CHECK(ticks_apart(sent("1 MiB", "300 ns"), 1.5 + 0.6 + 1'048'576 / 50e3) <= 2);
}
