// Nothing to send, next to nothing to send, and inputs that must matter. After aliyun/SimAI#8, oar-team/batsim#23 and
// coflow/coflowsim#1 (work of size zero ends or hangs a run), and aliyun/SimAI#136, simgrid/simgrid#338 and #81 (sizes
// and bandwidths without effect).

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

Bytes bytes_on_all_links(const Result& r) {
  Bytes total = 0;
  for (const LinkResult& l : r.runs.at(0).links) total += l.bytes;
  return total;
}

}  // namespace

TEST_CASE("practice: a reduce_scatter of no bytes costs its steps and reports no bandwidth") {
  const CollectiveResult c =
      only(simulate(star(128, "50 GB/s", "1 us") + "collectives: [{op: reduce_scatter, algorithm: ring, size: 0}]\n"));
  CHECK(ticks_apart(time_us(c), 127 * 2.0) <= 127);  // 127 steps of two links of 1 us
  CHECK(c.algbw_GBps() == 0);
  CHECK(c.busbw_GBps() == 0);
}

TEST_CASE("practice: an all_reduce of four bytes over 128 ranks moves 2 x 127 x 4 bytes") {
  const Result r =
      simulate(star(128, "50 GB/s", "1 us") + "collectives: [{op: all_reduce, algorithm: ring, size: 4 B}]\n");
  CHECK(bytes_on_all_links(r) == 2 * 1016);  // each byte passes two links
  // Four blocks hold a byte, the others none: a byte is somewhere in every step, for 1 B / 50 GB/s = 20 ps.
  CHECK(ticks_apart(makespan_us(r), 254 * (2.0 + 20e-6)) <= 254 * 2);
}

TEST_CASE("practice: an all_to_all with an empty pair finishes") {
  // 127 bytes in 128 blocks: what goes to the last rank is empty.
  const Result r =
      simulate(star(128, "50 GB/s", "1 us") + "collectives: [{op: all_to_all, algorithm: pairwise, size: 127 B}]\n");
  // The first 127 ranks send a byte to the 126 others of them, the last one to all 127; each byte passes two links.
  CHECK(bytes_on_all_links(r) == 2 * (127 * 126 + 127));
  CHECK(ticks_apart(makespan_us(r), 127 * (2.0 + 20e-6)) <= 127 * 2);
}

TEST_CASE("practice: an empty message takes no share from two others on a link") {
  const Result r = simulate(star(2, "100 MB/s") + collectives({send("empty", "c0", "c1", "0"),     //
                                                               send("one", "c0", "c1", "100 MB"),  //
                                                               send("two", "c0", "c1", "100 MB")}));
  CHECK(time_us(collective(r, "empty")) == 0);
  CHECK(ticks_apart(time_us(collective(r, "one")), 2e6) <= 2);
  CHECK(ticks_apart(time_us(collective(r, "two")), 2e6) <= 2);
  CHECK(link(r, "c0->sw").utilization <= 1 + 1e-9);
}

TEST_CASE("practice: twice the bytes take twice the time") {
  // 2 × 15/16 × 256 MiB / 25 GB/s = 20.133 ms, doubled up to 16 GiB. Without latency a step is exact to its ticks.
  for (int doublings = 0; doublings <= 6; ++doublings) {
    CAPTURE(doublings);
    const double size = std::ldexp(268'435'456.0, doublings);
    const double t = time_us(star(16, "25 GB/s") + "collectives: [{op: all_reduce, algorithm: ring, size: " +
                             std::to_string(static_cast<Bytes>(size)) + "}]\n");
    CHECK(ticks_apart(t, 2 * 15.0 / 16 * size / 25e9 * 1e6) <= 30 * 2);
  }
}

TEST_CASE("practice: a tenth of the bandwidth takes ten times the time") {
  struct Row {
    const char* bandwidth;
    double bytes_per_second;
  };
  for (const Row& row :
       {Row{"0.025 GB/s", 0.025e9}, Row{"0.25 GB/s", 0.25e9}, Row{"2.5 GB/s", 2.5e9}, Row{"25 GB/s", 25e9}}) {
    CAPTURE(row.bandwidth);
    const double t =
        time_us(star(16, row.bandwidth) + "collectives: [{op: all_reduce, algorithm: ring, size: 256 MiB}]\n");
    CHECK(ticks_apart(t, 2 * 15.0 / 16 * 268'435'456 / row.bytes_per_second * 1e6) <= 30 * 2);
  }
}

TEST_CASE("practice: hosts that do nothing do not make a transfer faster or slower") {
  for (const int hosts : {2, 10, 11, 100}) {
    CAPTURE(hosts);
    const double t = time_us(star(hosts, "5 Mbit/s") + collectives({send("x", "c0", "c1", "1 MB")}));
    CHECK(ticks_apart(t, 1.6e6) <= 2);  // 8 Mbit over 5 Mbit/s
  }
}
