// Who was late, and who only waited. After NVIDIA/nccl#701, #349, traceopt-ai/traceml#252 and astra-sim/astra-sim#292:
// the wait for a late rank is booked as communication on everybody else, so that the culprit cannot be seen.

#include <string>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// 8 ranks, 1 GB, 50 GB/s: 14 steps of 125 MB, 2.5 ms each, 35 ms.
Result ring_of_eight(const std::string& network, const std::string& more) {
  return simulate(network + more + "collectives: [{op: all_reduce, algorithm: ring, size: 1 GB}]\n");
}

}  // namespace

TEST_CASE("practice: one rank of 160 comes 4 ms late to a tiny all_reduce") {
  // 228 bytes in 160 blocks of one or two: a step is 2 us of latency and 2 B / 50 GB/s = 40 ps, 318 steps.
  const CollectiveResult c =
      only(simulate(star(160, "50 GB/s", "1 us") + "stragglers: [{rank: c37, delay: 4 ms}]\n"
                                                   "collectives: [{op: all_reduce, algorithm: ring, size: 228 B}]\n"));
  const double latency_us = 318 * (2.0 + 40e-6);
  CHECK(ticks_apart(time_us(c), 4000 + latency_us) <= 318 * 3);
  CHECK(c.last_arriver == 37);
  CHECK(ticks_apart(to_microseconds(c.ledger.waiting), 4000) <= 1);
  for (std::size_t rank = 0; rank < 160; ++rank) {
    CAPTURE(rank);
    CHECK(to_microseconds(c.per_rank[rank].wait) == (rank == 37 ? 0 : 4000));
    CHECK(to_microseconds(c.per_rank[rank].enter) == (rank == 37 ? 4000 : 0));
  }
}

TEST_CASE("practice: three of four ranks wait 200 ms for the fourth") {
  // 93 ms of computation, 200 ms more on rank 1; then 4 B, whose 6 steps of 1 B / 50 GB/s do not count.
  const CollectiveResult c = only(
      simulate(star(4, "50 GB/s") + "stragglers: [{rank: c1, delay: 200 ms}]\n"
                                    "collectives: [{op: all_reduce, algorithm: ring, size: 4 B, start: 93 ms}]\n"));
  CHECK(to_microseconds(c.start) == 93'000);
  CHECK(ticks_apart(to_microseconds(c.end), 293'000) <= 6 * (20 + 2));
  CHECK(c.last_arriver == 1);
  for (std::size_t rank = 0; rank < 4; ++rank) {
    CAPTURE(rank);
    CHECK(to_microseconds(c.per_rank[rank].wait) == (rank == 1 ? 0 : 200'000));
    CHECK(ticks_apart(to_microseconds(c.per_rank[rank].end), 293'000) <= 6 * (20 + 2));
  }
}

TEST_CASE("practice: a late rank delays the ring by what it is late, for it must make all its sends") {
  const std::string sync = GENERATE("barrier", "dataflow");
  CAPTURE(sync);
  const std::string model = "model: {sync: " + sync + "}\n";
  CHECK(ticks_apart(makespan_us(ring_of_eight(star(8, "50 GB/s"), model)), 35'000) <= 14 * 2);
  const Result late = ring_of_eight(star(8, "50 GB/s"), model + "stragglers: [{rank: c3, delay: 10 ms}]\n");
  CHECK(ticks_apart(makespan_us(late), 45'000) <= 14 * 3);
  for (const RankResult& rank : only(late).per_rank)
    CHECK(to_microseconds(rank.wait) == (rank.chip == "c3" ? 0 : 10'000));
}

TEST_CASE("practice: a NIC at half speed halves the ring") {
  const std::string network = topology("{id: 'c[0-7]', kind: chip}, {id: sw, kind: switch}",
                                       "{from: 'c[0-2,4-7]', to: sw, bandwidth: 50 GB/s}, "
                                       "{from: c3, to: sw, bandwidth: 25 GB/s}");
  CHECK(ticks_apart(makespan_us(ring_of_eight(network, "")), 70'000) <= 14 * 3);
}
