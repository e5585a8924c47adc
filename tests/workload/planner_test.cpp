// What a collective leaves open: how many channels and chunks.

#include <algorithm>
#include <cmath>
#include <string>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string chain(const std::string& more) {
  return "collectives: [{op: broadcast, algorithm: chain, " + more + "}]\n";
}

const std::string model = "model: {alpha_start: 10 us}\n";

}  // namespace

TEST_CASE("chunks: auto takes the best number for a chain, for each size, and says which") {
  // N-1 phases of α + m/(kB) with α = 10 us and B = 25 GB/s: (N-2+k)(α + m/(kB)), least at k = sqrt((N-2)·m/(α·B)).
  const Result r = simulate(star(8, "25 GB/s") + model + chain("chunks: auto, sizes: [1, 64 KiB, 1 MiB, 64 MiB]"));
  for (const RunResult& run : r.runs) {
    const CollectiveResult& c = run.collectives.at(0);
    const double m = static_cast<double>(c.size);
    const auto form = [&](int k) { return (6 + k) * (10 + m / k / 25e3); };
    const int root = static_cast<int>(std::sqrt(6 * m / 25e3 / 10));
    const int best = root < 1 ? 1 : form(root) <= form(root + 1) ? root : root + 1;
    CAPTURE(c.size);
    CHECK(c.chunks == best);
    // The chunks differ by a byte, and a message's end is rounded up.
    CHECK(std::abs(time_us(c) - form(best)) <= (6 + best) * (1 / 25e3 + 2e-6));
  }
}

TEST_CASE("chunks: auto is no slower than any number nearby, for trees and hierarchies") {
  const std::string boards = topology(
      "{id: \"c[0-7]\", kind: chip}, {id: \"b[0-1]\", kind: switch}, {id: net, kind: switch}",
      "{from: \"c[0-3]\", to: b0, bandwidth: 100 GB/s}, {from: \"c[4-7]\", to: b1, bandwidth: 100 GB/s}, {from: "
      "\"c[0-7]\", to: net, bandwidth: 20 GB/s, latency: 1 us, tier: b2b}");
  for (const char* algorithm : {"binary_tree", "double_tree", "hierarchical"}) {
    const auto run = [&](const std::string& chunks) {
      return only(simulate(boards +
                           "model: {alpha_start: 5 us, sync: dataflow}\ncollectives: [{op: all_reduce, algorithm: " +
                           algorithm + ", size: 64 MiB, chunks: " + chunks + "}]\n"));
    };
    const CollectiveResult best = run("auto");
    CAPTURE(algorithm, best.chunks);
    CHECK(best.chunks > 1);
    // The model leaves out how phases meet in the network: a tenth is what that may cost.
    for (const int other : {1, best.chunks / 2, best.chunks * 2})
      CHECK(time_us(best) <= 1.1 * time_us(run(std::to_string(std::max(1, other)))));
  }
}

TEST_CASE("chunks: auto does not cut what has one phase") {
  CHECK(only(simulate(star(8, "25 GB/s") + model +
                      "collectives: [{op: all_reduce, algorithm: ring, size: 64 MiB, chunks: auto}]\n"))
            .chunks == 1);
}

TEST_CASE("channels: auto is one on a switch, and one for algorithms that do not care") {
  for (const char* algorithm : {"ring", "rabenseifner"}) {
    CHECK(
        only(simulate(star(8, "25 GB/s") +
                      "collectives: [{op: all_reduce, size: 64 MiB, channels: auto, algorithm: " + algorithm + "}]\n"))
            .channels == 1);
  }
}

TEST_CASE("one channel goes round in the order of its ranks, whatever the nodes") {
  // Two nodes of two chips, dealt: with every step all four messages cross, two each way over the trunk.
  const std::string net = topology("{id: \"c[0-3]\", kind: chip}, {id: \"b[0-1]\", kind: switch}",
                                   "{from: \"c[0-1]\", to: b0, bandwidth: 100 GB/s}, {from: \"c[2-3]\", to: b1, "
                                   "bandwidth: 100 GB/s}, {from: b0, to: "
                                   "b1, bandwidth: 10 GB/s, tier: b2b}");
  const std::string ring = "collectives: [{op: all_reduce, algorithm: ring, size: 40 MB, ranks: [c0, c2, c1, c3]";
  CHECK(ticks_apart(time_us(net + ring + "}]\n"), 6 * 2 * 1000) <= 6 * 2);
  // Two channels of half the data go node by node: each message has the trunk's half, and half the bytes.
  CHECK(ticks_apart(time_us(net + ring + ", channels: 2}]\n"), 6 * 1000) <= 6 * 2);
}

TEST_CASE("a protocol has its own start-up cost and its own share of the wire") {
  // 2(N-1) steps of α and M/N at u·B.
  const auto time = [](const std::string& protocol) {
    return time_us(star(4, "10 GB/s") +
                   "model: {alpha_start: 10 us, utilization: 0.8, protocols: {ll: {alpha_start: 1 us}}}\ncollectives: "
                   "[{op: all_reduce, algorithm: ring, size: 40 MB, protocol: " +
                   protocol + "}]\n");
  };
  CHECK(ticks_apart(time("simple"), 6 * (10 + 1000 / 0.8)) <= 6 * 2);
  CHECK(ticks_apart(time("ll"), 6 * (1 + 1000 / 0.8 / 0.5)) <= 6 * 2);
  CHECK(ticks_apart(time("ll128"), 6 * (10 + 1000 / 0.8 / 0.9375)) <= 6 * 2);
}
