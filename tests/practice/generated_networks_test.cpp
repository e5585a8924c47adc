// What people report of machines, on networks described in a few lines: shared nics, a lane that is down, groups of
// unequal size, chips that forward.

#include "base/error.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string no_latency = ", latency: 0 ns";

/// Two nodes of eight chips on a switch, whose nics of 24 GB/s serve `share` chips each and meet on one switch.
std::string two_nodes(int share) {
  return "topology: {generate: {kind: hierarchy, tiers: [{fan_out: 8, switch_latency: 0 ns, link: {bandwidth: 450 "
         "GB/s" +
         no_latency + "}, nics: {chips_per_nic: " + std::to_string(share) + no_latency +
         ", pcie: {bandwidth: 450 GB/s" + no_latency + "}}}, {fan_out: 2, switch_latency: 0 ns, link: {bandwidth: 24 " +
         "GB/s" + no_latency + "}}]}}\n";
}

double busbw(const std::string& yaml) { return only(simulate(yaml)).busbw_GBps(); }

}  // namespace

TEST_CASE("practice: of a generated pair of nodes a shared nic gives the ring all it has and all_to_all an eighth") {
  const std::string ring = "collectives: [{op: all_reduce, algorithm: ring, size: 1600 MB}]\n";
  const std::string exchange = "collectives: [{op: all_to_all, algorithm: direct, size: 1600 MB}]\n";
  CHECK(busbw(two_nodes(8) + ring) == Approx(24).epsilon(1e-6));
  // Of 16 blocks of 100 MB each chip sends 8 to the other node: 64 blocks by one nic. busbw is 15/16 of M over time.
  CHECK(busbw(two_nodes(8) + exchange) == Approx(1.6 * 15 / 16 / (64 * 0.1 / 24)).epsilon(1e-6));
  // A nic for each: 8 blocks.
  CHECK(busbw(two_nodes(1) + exchange) == Approx(1.6 * 15 / 16 / (8 * 0.1 / 24)).epsilon(1e-6));
}

TEST_CASE("practice: a chip with one of 18 lanes down slows each ring that it is in, and no other") {
  const std::string cluster =
      "topology: {generate: {kind: rail_optimized, nodes: 8, nvlink: {bandwidth: 450 GB/s, latency: 0 ns}, "
      "nvswitch_latency: 0 ns, nics: {pcie: {bandwidth: 55 GB/s}}, link: {bandwidth: 50 GB/s}}}\n"
      "events: [{at: 0 us, link: n3.c5->n3.nvswitch0, bandwidth: 425 GB/s}, "
      "{at: 0 us, link: n3.nvswitch0->n3.c5, bandwidth: 425 GB/s}]\n";
  const auto ring = [&](const std::string& node) {
    return busbw(cluster + "collectives: [{op: all_reduce, algorithm: ring, ranks: '" + node +
                 ".c[0-7]', size: 8 GB}]\n");
  };
  CHECK(ring("n3") == Approx(17 * 25).epsilon(1e-6));
  CHECK(ring("n4") == Approx(18 * 25).epsilon(1e-6));
}

TEST_CASE("practice: a ring over groups of four and six goes at the pace of the link between them") {
  const std::string uneven =
      "topology: {nodes: [{id: 'a[0-3]', kind: chip}, {id: 'b[0-5]', kind: chip}, {id: 'sw[0-1]', kind: switch}], "
      "links: [{from: 'a[0-3]', to: sw0, bandwidth: 100 GB/s}, {from: 'b[0-5]', to: sw1, bandwidth: 50 GB/s}, "
      "{from: sw0, to: sw1, bandwidth: 25 GB/s, tier: b2b}]}\n";
  // 2 x 9 steps of 100 MB at 25 GB/s.
  CHECK(ticks_apart(time_us(uneven + "collectives: [{op: all_reduce, algorithm: ring, size: 1 GB}]\n"), 72e3) <=
        18 * 2);
}

TEST_CASE("practice: in a mesh without a switch chips carry what is for others only where they say so") {
  // Neighbours in a square have a link, opposite corners have none.
  const auto square = [](const std::string& forwards) {
    return "topology: {nodes: [{id: 'c[0-3]', kind: chip" + forwards + "}], links: [" +
           "{from: c0, to: 'c[1,3]', bandwidth: 10 GB/s}, {from: c2, to: 'c[1,3]', bandwidth: 10 GB/s}]}\n" +
           "collectives: [{op: send_recv, algorithm: direct, ranks: [c0, c2], size: 1 GB}]\n";
  };
  CHECK(ticks_apart(time_us(square(", forwards: true")), 100e3) <= 2);
  CHECK_THROWS_WITH(simulate(square("")), ContainsSubstring("c0") && ContainsSubstring("c2"));
  // The chips of a generated ring forward.
  CHECK(ticks_apart(time_us("topology: {generate: {kind: ring, chips: 4, link: {bandwidth: 10 GB/s, latency: 0 ns}}}\n"
                            "collectives: [{op: send_recv, algorithm: direct, ranks: [c0, c2], size: 1 GB}]\n"),
                    100e3) <= 2);
}
