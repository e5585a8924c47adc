// An all_to_all of 64 chips over two-tier fat trees: what each step takes and which links bind, by hand.

#include <algorithm>
#include <map>

#include "support/catch.h"
#include "support/measure.h"
#include "support/recorder.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

constexpr int kChips = 64, kPerLeaf = 8;
constexpr double kBlock = 1024 * 1024;  // bytes

std::string scenario(int over, const std::string& algorithm) {
  // 8 ports down and 8 / over up.
  const std::string ports = std::to_string(kPerLeaf + kPerLeaf / over);
  return "topology: {generate: {kind: fat_tree, tiers: 2, leaves: 8, k: " + ports +
         ", oversubscription: " + std::to_string(over) +
         ", link: {bandwidth: 50 GB/s, latency: 500 ns}, uplink: {bandwidth: 50 GB/s, latency: " +
         "100 ns}, switch_latency: 300 ns}}\nmodel: {alpha_start: 4 us, ties: destination}\n" +
         "collectives: [{id: x, op: all_to_all, algorithm: " + algorithm + ", size: 64 MiB}]\n";
}

/// How many of step t's messages share the fullest link between leaves and spines: chip i sends to i + t, and traffic
/// to chip d goes over spine d mod uplinks.
int fullest(int t, int uplinks) {
  std::map<std::pair<int, int>, int> up, down;  // by leaf and spine
  int most = 0;
  for (int chip = 0; chip < kChips; ++chip) {
    const int to = (chip + t) % kChips;
    if (chip / kPerLeaf == to / kPerLeaf) continue;
    most = std::max(most, ++up[{chip / kPerLeaf, to % uplinks}]);
    most = std::max(most, ++down[{to / kPerLeaf, to % uplinks}]);
  }
  return most;
}

}  // namespace

TEST_CASE("fat tree: each step of a pairwise all_to_all takes what its fullest uplink needs, at 1:1, 2:1 and 4:1") {
  for (const int over : {1, 2, 4}) {
    CAPTURE(over);
    Recorder recorder;
    const Result result = simulate(scenario(over, "pairwise"), recorder);
    std::map<int, Duration> begin, end;
    for (const RecordedFlow& flow : recorder.flows) {
      const int step = flow.cell.step;
      const auto at = begin.try_emplace(step, flow.start.time_since_epoch()).first;
      at->second = std::min(at->second, flow.start.time_since_epoch());
      end[step] = std::max(end[step], flow.delivered.time_since_epoch());
    }
    REQUIRE(begin.size() == kChips - 1);
    double total = 0;
    for (int t = 1; t < kChips; ++t) {
      // The longest way: a chip's link, leaf, uplink, spine, uplink, leaf, a chip's link.
      const double step_us = 4 + 2 * 0.5 + 2 * 0.1 + 3 * 0.3 + fullest(t, kPerLeaf / over) * kBlock / 50e3;
      CHECK(ticks_apart(to_microseconds(end[t - 1] - begin[t - 1]), step_us) <= 3);
      total += step_us;
    }
    CHECK(ticks_apart(makespan_us(result), total) <= 3 * (kChips - 1));
    // Which links bind: the uplinks where there are fewer than chips, which at 1:1 they are not.
    CHECK(link(result, "leaf0->spine0").peak_flows == over);
    CHECK(link(result, "spine0->leaf7").peak_flows == over);
    CHECK(link(result, "c0->leaf0").peak_flows == 1);
  }
}

TEST_CASE(
    "fat tree: all messages of an all_to_all at once are bound by the uplinks as soon as there are fewer of them") {
  for (const int over : {1, 2, 4}) {
    CAPTURE(over);
    const Result result = simulate(scenario(over, "direct"));
    // A chip sends 63 blocks; an uplink carries those of 8 chips to 56 others, spread over the spines.
    const int uplinks = kPerLeaf / over;
    const int on_uplink = kPerLeaf * (kChips - kPerLeaf) / uplinks;
    const double expected = 6.1 + std::max(kChips - 1, on_uplink) * kBlock / 50e3;
    // Blocks of unequal way end at two moments, the later of which rounds up twice.
    CHECK(ticks_apart(makespan_us(result), expected) <= 4);
    CHECK(link(result, "leaf3->spine0").peak_flows == on_uplink);
    CHECK(link(result, "leaf3->spine0").utilization == Approx(on_uplink * kBlock / 50e3 / expected).epsilon(1e-6));
  }
}
