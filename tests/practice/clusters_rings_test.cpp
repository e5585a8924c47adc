// Rings on real clusters: their order, their slowest edge, and two of them at once. Bandwidth only: no latencies.

#include <string>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

// NVIDIA/nccl#319 and #1340: eight nodes across two switches lost half the bandwidth because the ring followed the list
// of hosts and not the wires. Ports of 48 GB/s, four on each of two switches, a trunk of 48 GB/s: with k crossings each
// way a message on the trunk gets 48 / k, and the ring runs at the pace of its slowest message.
TEST_CASE("practice: a ring that crosses the trunk k times runs at a k-th of it") {
  struct Row {
    const char* order;
    int crossings;
  };
  for (const Row& row : {Row{"c0, c1, c2, c3, c4, c5, c6, c7", 1},  //
                         Row{"c0, c4, c1, c5, c2, c6, c3, c7", 4},  //
                         Row{"c0, c1, c4, c5, c2, c3, c6, c7", 2}}) {
    CAPTURE(row.order);
    const Result r =
        simulate(two_leaves(4, "48 GB/s", "48 GB/s") +
                 "collectives: [{op: all_reduce, algorithm: ring, size: 960 MB, ranks: [" + row.order + "]}]\n");
    CHECK(only(r).busbw_GBps() == Approx(48.0 / row.crossings).epsilon(1e-9));
    CHECK(link(r, "left->right").peak_flows == row.crossings);
    CHECK(link(r, "right->left").peak_flows == row.crossings);
    CHECK(link(r, "left->right").utilization == Approx(1).epsilon(1e-9));
    if (row.crossings > 1) CHECK(only(r).bottleneck_link == "left->right");
  }
}

// NVIDIA/nccl#1094: an all_reduce of 256 MB over 4 chips takes 1.8 ms alone, 4.2 ms beside an identical one. Sharing
// the wires doubles it to 3.6 ms; the rest is the chip's own time slicing, which is not part of the model.
TEST_CASE("practice: two identical jobs on the same chips take twice as long each") {
  // 2 × 3/4 × 256 MB / B = 1.8 ms.
  const std::string network = star(4, std::to_string(1.5 * 256e6 / 1.8e-3) + " B/s");
  const std::string job = "{op: all_reduce, algorithm: ring, size: 256 MB}";
  CHECK(ticks_apart(time_us(network + collectives({job})), 1800) <= 6 * 2);
  const Result both = simulate(network + collectives({job, job}));
  for (const CollectiveResult& c : both.runs.at(0).collectives) CHECK(ticks_apart(time_us(c), 3600) <= 6 * 2);
}

// NVIDIA/nccl-tests#178: two bridged chips reach 208 GB/s; a third that is only on PCIe, 20 GB/s, drops all to 20:
// every edge of a ring carries the same bytes.
TEST_CASE("practice: one slow member sets the pace of the ring") {
  const std::string network =
      topology("{id: 'c[0-2]', kind: chip}, {id: pcie, kind: host}",
               "{from: c0, to: c1, bandwidth: 208 GB/s}, {from: 'c[0-2]', to: pcie, bandwidth: 20 GB/s}");
  const auto all_reduce = [&](const std::string& ranks) {
    return only(
        simulate(network + "collectives: [{op: all_reduce, algorithm: ring, size: 1 GB, ranks: '" + ranks + "'}]\n"));
  };
  CHECK(all_reduce("c[0-1]").busbw_GBps() == Approx(208).epsilon(1e-8));
  CHECK(all_reduce("c[0-2]").busbw_GBps() == Approx(20).epsilon(1e-8));
  // Blocks of 333 333 334, 333 and 333 bytes. The large one crosses the bridge in the first step and in the last; in
  // the other two it is on a slow edge.
  CHECK(ticks_apart(time_us(all_reduce("c[0-2]")), 2 * (333'333'333 + 333'333'334) / 20e3) <= 4 * 3);
}
