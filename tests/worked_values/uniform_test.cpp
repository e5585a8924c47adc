// Worked values on a uniform network: every pair of ranks at the same bandwidth B and the same cost α a message, which
// a crossbar with α/2 of latency on each link is. Each value is compared three ways: the digits in print with the
// closed form, and the closed form at full precision with what the simulator says.

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

/// A step ends with its longest flow. Blocks that differ by a byte end at two instants, so a flow may be 3 ticks off;
/// equal ones all end together.
constexpr double kTicksPerStep = 3;

/// `steps` steps of one block each, the largest of N that M is cut into.
double steps_us(int steps, double alpha_us, Bytes size, int ranks, double bytes_per_second) {
  const double block = std::ceil(static_cast<double>(size) / ranks);
  return steps * (alpha_us + block / bytes_per_second * 1e6);
}

CollectiveResult run(const std::string& network, const std::string& op, const std::string& algorithm, Bytes size) {
  return only(simulate(network + "collectives: [{op: " + op + ", algorithm: " + algorithm +
                       ", size: " + std::to_string(size) + "}]\n"));
}

struct Printed {
  Bytes size;
  double us;
  double last_digit_us;
};

void check_printed(double value, double printed, double last_digit) {
  CHECK(std::abs(value - printed) <= 0.5000001 * last_digit);
}

constexpr Bytes kKiB = 1024;
constexpr Bytes kMiB = 1024 * kKiB;
constexpr Bytes kGB = 1'000'000'000;

void check_ring_of_eight(const std::string& network, double alpha_us, double bandwidth,
                         const std::vector<Printed>& table) {
  for (const Printed& row : table) {
    CAPTURE(row.size);
    const double closed = steps_us(14, alpha_us, row.size, 8, bandwidth);
    check_printed(closed, row.us, row.last_digit_us);
    CHECK(ticks_apart(time_us(run(network, "all_reduce", "ring", row.size)), closed) <= 14 * kTicksPerStep);
  }
}

}  // namespace

TEST_CASE("worked values: ring all_reduce, 8 ranks, 10 us, 25 GB/s") {
  check_ring_of_eight(star(8, "25 GB/s", "5 us"), 10, 25e9,
                      {{kGB, 70'140, 10},
                       {64 * kKiB, 144.6, 0.1},
                       {128 * kKiB, 149.2, 0.1},
                       {512 * kKiB, 176.7, 0.1},
                       {2 * kMiB, 286.8, 0.1},
                       {25 * kMiB, 1975.0, 0.1},
                       {32 * kMiB, 2488.8, 0.1}});
}

TEST_CASE("worked values: ring all_reduce, 8 ranks, 3 us, 200 GB/s") {
  check_ring_of_eight(star(8, "200 GB/s", "1.5 us"), 3, 200e9,
                      {{64 * kKiB, 42.6, 0.1},
                       {128 * kKiB, 43.1, 0.1},
                       {512 * kKiB, 46.6, 0.1},
                       {2 * kMiB, 60.4, 0.1},
                       {25 * kMiB, 271.4, 0.1},
                       {32 * kMiB, 335.6, 0.1},
                       {kGB, 8792, 1}});
}

TEST_CASE("worked values: alpha at the sender costs what alpha on the route costs") {
  // The same α = 10 us, all of it before the first byte enters the network.
  const std::string network = star(8, "25 GB/s") + "model: {alpha_start: 10 us}\n";
  check_ring_of_eight(network, 10, 25e9, {{kGB, 70'140, 10}, {64 * kKiB, 144.6, 0.1}});
}

TEST_CASE("worked values: 1 GB over 8 ranks at 25 GB/s has algbw 14.26 and busbw 24.95 GB/s") {
  const CollectiveResult r = run(star(8, "25 GB/s", "5 us"), "all_reduce", "ring", kGB);
  check_printed(r.algbw_GBps(), 14.26, 0.01);
  check_printed(r.busbw_GBps(), 24.95, 0.01);
  CHECK(r.algbw_GBps() == Approx(1.0 / 70.14e-3).epsilon(1e-9));
  CHECK(r.busbw_GBps() == Approx(1.75 / 70.14e-3).epsilon(1e-9));
}

TEST_CASE("worked values: ring all_gather of 400 MB over 8 ranks takes 14.07 ms") {
  const double closed = steps_us(7, 10, 400'000'000, 8, 25e9);
  check_printed(closed, 14'070, 10);
  const CollectiveResult r = run(star(8, "25 GB/s", "5 us"), "all_gather", "ring", 400'000'000);
  CHECK(ticks_apart(time_us(r), closed) <= 7 * kTicksPerStep);
}

TEST_CASE("worked values: a ring's latency grows with the ranks, its transfer hardly") {
  struct Row {
    int ranks;
    double ms, busbw;
  };
  for (const Row& row : std::vector<Row>{{2, 40.02, 25.0}, {64, 80.01, 24.6}, {1024, 100.38, 19.9}}) {
    CAPTURE(row.ranks);
    const int steps = 2 * (row.ranks - 1);
    const double closed = steps_us(steps, 10, kGB, row.ranks, 25e9);
    const CollectiveResult r = run(star(row.ranks, "25 GB/s", "5 us"), "all_reduce", "ring", kGB);
    check_printed(closed / 1000, row.ms, 0.01);
    CHECK(ticks_apart(time_us(r), closed) <= steps * kTicksPerStep);
    check_printed(r.busbw_GBps(), row.busbw, 0.1);
  }
}

TEST_CASE("worked values: 256 MiB over 8 ranks at 900 Gb/s and at 64 Gb/s") {
  struct Row {
    const char* bandwidth;
    double bytes_per_second, transfer_us;
  };
  for (const Row& row : {Row{"900 Gb/s", 112.5e9, 4175.7}, Row{"64 Gb/s", 8e9, 58720.3}}) {
    CAPTURE(row.bandwidth);
    const double closed = steps_us(14, 10, 256 * kMiB, 8, row.bytes_per_second);
    check_printed(closed, 140 + row.transfer_us, 0.1);
    const CollectiveResult r = run(star(8, row.bandwidth, "5 us"), "all_reduce", "ring", 256 * kMiB);
    CHECK(ticks_apart(time_us(r), closed) <= 14 * kTicksPerStep);
  }
}

TEST_CASE("worked values: the key/value cache of 4096 tokens crosses 50 GB/s in 26.8 ms") {
  // Keys and values of 80 layers, 8 heads, 128 numbers of 2 bytes: 327 680 bytes a token.
  constexpr Bytes kToken = 2 * 80 * 8 * 128 * 2;
  STATIC_REQUIRE(kToken == 327'680);
  const double closed = 4096 * kToken / 50e9 * 1e6;
  check_printed(closed / 1000, 26.8, 0.1);
  const CollectiveResult r = only(simulate(star(2, "50 GB/s") +  //
                                           collectives({send("kv", "c0", "c1", std::to_string(4096 * kToken))})));
  CHECK(ticks_apart(time_us(r), closed) <= kTicksPerStep);
}

TEST_CASE("worked values: at M = N alpha B latency and transfer of a ring weigh the same") {
  // 8 × 10 us × 25 GB/s = 2 MB: 14 steps of 10 us + 10 us.
  const CollectiveResult r = run(star(8, "25 GB/s", "5 us"), "all_reduce", "ring", 2'000'000);
  CHECK(ticks_apart(time_us(r), 280) <= 14 * kTicksPerStep);
  CHECK(ticks_apart(to_microseconds(r.ledger.path), 140) <= 14 * kTicksPerStep);
  CHECK(ticks_apart(to_microseconds(r.ledger.transfer), 140) <= 14 * kTicksPerStep);
  CHECK(std::string(regime(r.ledger)) == "knee");
}

TEST_CASE("closed forms: each operation on a crossbar of 8, 1 GB, 10 us, 25 GB/s") {
  // Seven steps of α + 125 MB / B, but for `direct`, which pays α once and sends the same seven blocks at B / 7 each.
  const std::string network = star(8, "25 GB/s", "5 us");
  const double steps_of_a_block = steps_us(7, 10, kGB, 8, 25e9);
  CHECK(ticks_apart(time_us(run(network, "reduce_scatter", "ring", kGB)), steps_of_a_block) <= 7 * kTicksPerStep);
  CHECK(ticks_apart(time_us(run(network, "all_gather", "ring", kGB)), steps_of_a_block) <= 7 * kTicksPerStep);
  CHECK(ticks_apart(time_us(run(network, "all_to_all", "pairwise", kGB)), steps_of_a_block) <= 7 * kTicksPerStep);
  CHECK(ticks_apart(time_us(run(network, "all_to_all", "direct", kGB)), steps_of_a_block - 60) <= kTicksPerStep);
  // Among more than two ranks everyone sends M to the next, all at once.
  CHECK(ticks_apart(time_us(run(network, "send_recv", "direct", kGB)), 10 + 40'000) <= kTicksPerStep);
}
