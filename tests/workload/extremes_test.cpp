// Numbers far from the usual: what follows from the model must still come out, or be refused in words.

#include "base/error.h"
#include "collective/table.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("extremes: weights twelve powers of ten apart leave the light ones what is right") {
  // `a` is held to 1 GB/s by its own port; the other two share the trunk's remaining 9 GB/s in halves.
  const std::string net = topology("{id: \"c[0-9]\", kind: chip}, {id: \"s[0-1]\", kind: switch}",
                                   "{from: c0, to: s0, bandwidth: 1 GB/s}, {from: \"c[1-4]\", to: s0, bandwidth: 100 "
                                   "GB/s}, {from: \"c[5-9]\", to: s1, "
                                   "bandwidth: 100 GB/s}, {from: s0, to: s1, bandwidth: 10 GB/s}");
  const Result r = simulate(
      net + collectives({send("a", "c0", "c5", "1 GB", "weight: 1e6"), send("b", "c1", "c6", "1 GB", "weight: 1e-6"),
                         send("d", "c2", "c7", "1 GB", "weight: 1e-6")}));
  const double half_us = 1e9 / 4.5e3;
  CHECK(ticks_apart(time_us(collective(r, "b")), half_us) <= 2);
  CHECK(ticks_apart(time_us(collective(r, "d")), half_us) <= 2);
}

TEST_CASE("extremes: a link too slow for the clock is no failure while it may recover") {
  // 1 TB at 1 B/s would take 31 700 years; after 1 ms, with 1/1000 byte gone, the link is back at 10 GB/s: 100 s more.
  const double found = time_us(star(2, "10 GB/s") + collectives({send("a", "c0", "c1", "1 TB")}) +
                               "events: [{at: 0 s, link: \"c0->sw\", bandwidth: 1 B/s}, {at: 1 ms, link: \"c0->sw\", "
                               "bandwidth: 10 GB/s}]\n");
  // 1e12 bytes in a double are exact to 1e-4; that is 1e-14 s.
  CHECK(ticks_apart(found, 1e8 + 1e3 - 1e-3 / 1e4) <= 2);
}

TEST_CASE("extremes: what would end beyond the clock is told, not wrapped") {
  CHECK_THROWS_WITH(simulate(star(2, "1 B/s") + collectives({send("a", "c0", "c1", "1 TB")})),
                    ContainsSubstring("a message from c0 to c1 at 1 B/s would end beyond"));
  CHECK_THROWS_WITH(
      simulate(star(8, "1 GB/s") + "model: {alpha_start: 2000000 s}\n" + "collectives: [{op: all_reduce, size: 8}]\n"),
      ContainsSubstring("beyond the simulated clock"));
  CHECK_THROWS_AS(
      simulate(star(4, "1 GB/s") +
               "stragglers: [{rank: c1, delay: 2200000 s}]\n"
               "collectives: [{id: a, op: all_reduce, size: 8, start: 2200000 s}, {id: b, op: all_reduce, size: 8, "
               "after: a}, {id: c, op: all_reduce, size: 8, after: b}, {id: d, op: all_reduce, size: 8, after: c}, "
               "{id: e, op: all_reduce, size: 8, after: d}]\n"),
      SimulationError);
}

TEST_CASE("extremes: latencies and bandwidths beyond reason are refused") {
  CHECK_THROWS_WITH(simulate(star(2, "1 GB/s", "1200000 s") + collectives({send("a", "c0", "c1", "4 B")})),
                    ContainsSubstring("a link's latency is at most 100 s"));
  CHECK_THROWS_WITH(simulate(star(2, "1e19 B/s") + collectives({send("a", "c0", "c1", "4 B")})),
                    ContainsSubstring("a link's bandwidth is at most 1e18 B/s"));
}

TEST_CASE("extremes: more bytes than 64 bits count are refused") {
  CHECK_THROWS_WITH(
      simulate(star(2, "1e15 B/s") + collectives({send("a", "c0", "c1", "8e18"), send("b", "c0", "c1", "8e18")})),
      ContainsSubstring("more than 8 EiB pass link c0->sw"));
}

TEST_CASE("extremes: tens of thousands of chunks that have nothing to do") {
  for (const char* sync : {"barrier", "dataflow"}) {
    const Result r = simulate(star(2, "1 GB/s") + "model: {sync: " + sync + "}\n" +
                              "collectives: [{op: all_reduce, ranks: c0, size: 4 kB, chunks: 50000}]\n");
    CHECK(only(r).time() == Duration::zero());
    CHECK(only(r).flows == 0);
  }
}

TEST_CASE("background: alone it runs to its stop, and says to the byte what it moved") {
  const Result r = simulate(star(2, "10 GB/s") +
                            "background: [{from: c0, to: c1, rate: 1 GB/s, stop: 5 ms}, {from: c1, to: "
                            "c0, rate: 1 GB/s, stop: 100 us}]\n");
  CHECK(makespan_us(r) == 5000);
  REQUIRE(r.runs[0].background.size() == 2);
  CHECK(r.runs[0].background[0].bytes == 5'000'000);
  CHECK(r.runs[0].background[1].bytes == 100'000);
  CHECK(link(r, "c0->sw").bytes == 5'000'000);
}

TEST_CASE("sweep: sizes that had finished stay when a later one cannot") {
  // 1 MB over 1 GB/s takes 1 ms; the link goes down for ever at 2 ms, when 100 MB are under way.
  const Result r = simulate(star(2, "1 GB/s") + "collectives: [{op: send_recv, sizes: [1 MB, 100 MB]}]\n" +
                            "events: [{at: 2 ms, link: \"c0->sw\", state: down}]\n");
  REQUIRE(r.runs.size() == 1);
  CHECK(time_us(r.runs[0].collectives.at(0)) == 1000);
  REQUIRE(r.failure);
  CHECK_THAT(*r.failure, ContainsSubstring("at size 100 MB") && ContainsSubstring("link c0->sw, which is down"));
}

TEST_CASE("per_step: an algorithm that has several steps under way at once is refused") {
  const std::string net = star(8, "1 GB/s") + "model: {rates: per_step}\n";
  for (const char* spec : {"algorithm: double_tree", "algorithm: binary_tree, chunks: 4",
                           "algorithm: hierarchical, "
                           "groups: [4, 2], chunks: 2"}) {
    CHECK_THROWS_WITH(simulate(net + "collectives: [{op: all_reduce, size: 64 kB, " + spec + "}]\n"),
                      ContainsSubstring("per_step solves one step at a time"));
  }
  // One chunk of one tree has one level under way: the closed form, and the progressive result.
  const std::string tree = "collectives: [{op: all_reduce, size: 64 kB, algorithm: binary_tree}]\n";
  CHECK(time_us(net + tree) == time_us(star(8, "1 GB/s") + tree));
}

TEST_CASE("extremes: a rank that is alone has nothing to do, by any algorithm") {
  const std::string net =
      topology("{id: \"c[0-3]\", kind: chip}, {id: sw, kind: switch, reduces: true, multicasts: true}",
               "{from: \"c[0-3]\", to: sw, bandwidth: 10 GB/s}");
  for (const Algorithm& algorithm : algorithms()) {
    for (const Op op : algorithm.ops) {
      // It has two ranks at least, or dimensions.
      if (op == Op::send_recv || algorithm.tiers == Algorithm::Tiers::stated) continue;
      CAPTURE(algorithm.name, to_string(op));
      const std::string one = std::string("collectives: [{op: ") + to_string(op) +
                              ", algorithm: " + std::string(algorithm.name) + ", ranks: c0, size: 1 KB}]\n";
      CHECK(time_us(net + one) == 0);
    }
  }
}
