// What no algorithm can undercut: by hand on small networks, and never above what any algorithm takes.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "collective/table.h"
#include "study/explained.h"
#include "study/networks_of_nodes.h"
#include "support/catch.h"
#include "support/networks.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string one(const std::string& op, const std::string& algorithm, const std::string& size,
                const std::string& more = "") {
  return collectives({"{id: x, op: " + op + ", algorithm: " + algorithm + ", size: " + size +
                      (more.empty() ? "" : ", " + more) + "}"});
}

double bound_seconds(const std::string& yaml) { return to_seconds(only(explained_alone(yaml)).bound.time()); }

double distance(const std::string& yaml) {
  const Explanation e = explained_alone(yaml);
  return static_cast<double>(only(e).result.time().count()) / static_cast<double>(only(e).bound.time().count());
}

Bound bound_of(const Explanation& e, Bound::Kind kind) {
  const auto& bounds = only(e).bound.bounds;
  const auto found = std::find_if(bounds.begin(), bounds.end(), [&](const Bound& b) { return b.kind == kind; });
  REQUIRE(found != bounds.end());
  return *found;
}

std::string gigabytes_per_second(Random& random) { return std::to_string(random.between(5, 60)) + " GB/s"; }

/// Ports of any bandwidth on one switch that reduces.
std::string uneven_star(int count, Random& random) {
  std::vector<std::string> links;
  for (int chip = 0; chip < count; ++chip)
    links.push_back("{from: c" + std::to_string(chip) + ", to: sw, bandwidth: " + gigabytes_per_second(random) +
                    ", back_bandwidth: " + gigabytes_per_second(random) +
                    ", latency: " + std::to_string(random.between(0, 3)) +
                    " us, duplex: " + (random.below(4) == 0 ? "uncontended" : "full") + "}");
  return topology("{id: '" + chips(count) + "', kind: chip}, {id: sw, kind: switch, reduces: true, multicasts: true}",
                  join(links));
}

std::string half_duplex_star(int count, Random& random) {
  return topology(
      "{id: '" + chips(count) + "', kind: chip}, {id: sw, kind: switch}",
      "{from: '" + chips(count) + "', to: sw, bandwidth: " + gigabytes_per_second(random) + ", duplex: half}");
}

/// Two ways between two leaves, so that it matters which is taken.
std::string two_trunks(int count, Random& random) {
  const int half = count / 2;
  const std::string left = chips(half), right = "c[" + std::to_string(half) + "-" + std::to_string(2 * half - 1) + "]";
  const std::string spine = gigabytes_per_second(random);
  return topology("{id: '" + chips(2 * half) +
                      "', kind: chip}, {id: 'leaf[0-1]', kind: switch}, {id: 'spine[0-1]', kind: "
                      "switch, latency: 300 ns}",
                  "{from: '" + left + "', to: leaf0, bandwidth: " + gigabytes_per_second(random) + "}, {from: '" +
                      right + "', to: leaf1, bandwidth: " + gigabytes_per_second(random) +
                      "}, {from: leaf0, to: 'spine[0-1]', "
                      "bandwidth: " +
                      spine + "}, {from: leaf1, to: 'spine[0-1]', bandwidth: " + spine + "}");
}

std::string network(int kind, int count, Random& random) {
  switch (kind) {
    case 0:
      return uneven_star(count, random);
    case 1:
      return half_duplex_star(count, random);
    case 2:
      return two_leaves(count / 2, gigabytes_per_second(random), gigabytes_per_second(random));
    case 3:
      return torus({std::max(3, count)}, gigabytes_per_second(random),
                   [&](std::size_t, bool) { return random.between(0, 900); });
    case 4:
      return two_trunks(count, random);
    default:
      return nodes_with_nics(2, count / 2, gigabytes_per_second(random), gigabytes_per_second(random),
                             std::to_string(random.between(0, 2)) + " us");
  }
}

std::string model(Random& random) {
  static const char* const syncs[] = {"barrier", "dataflow"};
  static const char* const routings[] = {"shortest", "ecmp", "spray", "adaptive"};
  static const char* const sharings[] = {"max_min", "max_min", "equal_share", "none"};
  return std::string("model: {sync: ") + syncs[random.below(2)] + ", sharing: " + sharings[random.below(4)] +
         ", alpha_start: " +
         (random.below(2) == 0 ? "0 ns" : "{ddr_read: 150 ns, ddr_write: 10 ns, noc: 20 ns, stack: 50 ns}") +
         ", routing: " + routings[random.below(4)] + ", utilization: " + (random.below(2) == 0 ? "1" : "0.8") + "}\n";
}

std::string size_text(Random& random) {
  static const char* const sizes[] = {"0", "3", "17", "1000", "4096", "100 kB", "1 MB", "12345678"};
  return sizes[random.below(8)];
}

}  // namespace

TEST_CASE("lower bound: a ring on a crossbar meets it, 2(N-1)/N of M over a port") {
  // No latency: the ring takes exactly that, but for less than a tick a step.
  for (const int n : {2, 3, 8}) {
    const std::string size = std::to_string(n) + "00 MB";
    const std::string yaml = star(n, "50 GB/s") + one("all_reduce", "ring", size);
    CAPTURE(n);
    CHECK(bound_seconds(yaml) == Approx(2.0 * (n - 1) / n * n * 100e6 / 50e9).epsilon(1e-9));
    CHECK(distance(yaml) == Approx(1).epsilon(1e-9));
  }
}

TEST_CASE("lower bound: all of gather, scatter and exchange on a crossbar is what one port must take or give") {
  const struct {
    const char *op, *algorithm;
  } cases[] = {{"all_gather", "ring"},
               {"reduce_scatter", "ring"},
               {"all_to_all", "pairwise"},
               {"scatter", "linear"},
               {"gather", "linear"}};
  for (const auto& c : cases) {
    const std::string yaml = star(8, "50 GB/s") + one(c.op, c.algorithm, "800 MB");
    CAPTURE(c.op);
    CHECK(bound_seconds(yaml) == Approx(7 * 100e6 / 50e9).epsilon(1e-9));
    CHECK(distance(yaml) == Approx(1).epsilon(1e-9));
  }
}

TEST_CASE("lower bound: an exchange between two boards must bring 8 x 8 blocks over the trunk, each way") {
  const std::string yaml = two_leaves(8, "450 GB/s", "50 GB/s") + one("all_to_all", "pairwise", "16 MB");
  const Explanation e = explained_alone(yaml);
  const Bound cut = only(e).bound.bounds.front();
  CHECK(cut.kind == Bound::Kind::cut);
  CHECK(cut.bytes == 8 * 8 * 1e6);
  CHECK(cut.capacity == Approx(50e9));
  CHECK(to_seconds(cut.time) == Approx(64e6 / 50e9).epsilon(1e-9));
}

TEST_CASE("lower bound: an all_reduce must bring M over a cut, whatever is on either side") {
  // One trunk of 10: the sum of the left must get right and that of the right left.
  const Explanation e = explained_alone(two_leaves(3, "450 GB/s", "10 GB/s") + one("all_reduce", "ring", "60 MB"));
  const Bound cut = only(e).bound.bounds.front();
  CHECK(cut.bytes == 60e6);
  CHECK(to_seconds(cut.time) == Approx(60e6 / 10e9).epsilon(1e-9));
}

TEST_CASE("lower bound: parallel links of a cut count together") {
  const std::string net =
      topology("{id: 'c[0-3]', kind: chip}, {id: left, kind: switch}, {id: right, kind: switch}",
               "{from: 'c[0-1]', to: left, bandwidth: 400 GB/s}, {from: 'c[2-3]', to: right, bandwidth: 400 GB/s}, "
               "{from: left, to: right, bandwidth: 10 GB/s}, {from: left, to: right, bandwidth: 30 GB/s}");
  // Routing takes one of the two; an algorithm could not do that, and a better routing could.
  CHECK(bound_seconds(net + one("all_gather", "ring", "80 MB")) == Approx(2 * 20e6 / 40e9).epsilon(1e-9));
}

TEST_CASE("lower bound: a small message pays the way to the farthest chip it must reach") {
  // c0 is 3 us from the switch, all others 1 us.
  const std::string net = topology("{id: 'c[0-3]', kind: chip}, {id: sw, kind: switch, latency: 500 ns}",
                                   "{from: c0, to: sw, bandwidth: 100 GB/s, latency: 3 us}, "
                                   "{from: 'c[1-3]', to: sw, bandwidth: 100 GB/s, latency: 1 us}");
  const Explanation e = explained_alone(net + "model: {alpha_start: 2 us}\n" + one("all_reduce", "one_shot", "4"));
  CHECK(bound_of(e, Bound::Kind::latency).time == std::chrono::nanoseconds(2000 + 3000 + 500 + 1000));
  // A gather's root is at the short side; from c0 it is the same way. Between the others it is less.
  const Explanation broadcast =
      explained_alone(net + "model: {alpha_start: 2 us}\n" + one("broadcast", "binomial", "4", "ranks: 'c[1-3]'"));
  CHECK(bound_of(broadcast, Bound::Kind::latency).time == std::chrono::nanoseconds(2000 + 1000 + 500 + 1000));
}

TEST_CASE("lower bound: switches that add up and copy halve what a chip must send, and it is said") {
  const std::string net =
      topology("{id: 'c[0-7]', kind: chip}, {id: sw, kind: switch, reduces: true, multicasts: true}",
               "{from: 'c[0-7]', to: sw, bandwidth: 50 GB/s}");
  const Explanation ring = explained_alone(net + one("all_reduce", "ring", "80 MB"));
  CHECK(to_seconds(only(ring).bound.time()) == Approx(2 * 7 / 8.0 * 80e6 / 50e9).epsilon(1e-9));
  REQUIRE(only(ring).bound.with_switches);
  CHECK(to_seconds(only(ring).bound.with_switches->time) == Approx(80e6 / 50e9).epsilon(1e-9));
  const Explanation nvls = explained_alone(net + one("all_reduce", "nvls", "80 MB"));
  CHECK(only(nvls).bound.in_network);
  CHECK(only(nvls).bound.time() <= only(nvls).result.time());
}

TEST_CASE("lower bound: a matrix counts what it says") {
  const std::string yaml = star(3, "10 GB/s") +
                           "collectives: [{id: x, op: all_to_all, algorithm: direct, matrix: [[5 MB, 1 MB, 0], [0, 0, "
                           "20 MB], [3 MB, 0, 0]]}]\n";
  // Chip 1 sends 20 MB; what chip 0 keeps counts for nothing.
  CHECK(bound_seconds(yaml) == Approx(20e6 / 10e9).epsilon(1e-9));
  CHECK(distance(yaml) == Approx(1).epsilon(1e-9));
}

TEST_CASE("lower bound: no algorithm on any network is faster", "[property]") {
  Random random(20);
  std::map<std::string_view, int> ran;
  for (const Algorithm& algorithm : algorithms()) {
    for (const Op op : algorithm.ops) {
      for (int trial = 0; trial < 60; ++trial) {
        const int count = 2 * random.between(2, 5), kind = trial % 6;
        const std::string more =
            "channels: " + std::to_string(random.between(1, 2)) + ", chunks: " + std::to_string(random.between(1, 3)) +
            (algorithm.tiers == Algorithm::Tiers::stated ? ", groups: [2, " + std::to_string(count / 2) + "]" : "");
        const std::string yaml = network(kind, count, random) + model(random) +
                                 one(to_string(op), std::string(algorithm.name), size_text(random), more);
        try {
          const Explanation e = explained_alone(yaml);
          const OperationExplanation& x = only(e);
          // A flow may end with less than a tick of it left: a link full of flows is through that many ticks early.
          const Duration rounding(x.result.flows + 1);
          INFO(yaml << x.result.time().count() << " ps, bound " << x.bound.time().count());
          REQUIRE(x.bound.time() <= x.result.time() + rounding);
          // And the critical path is whole, whatever releases what.
          REQUIRE(total(x.path) == x.result.time());
          ++ran[algorithm.name];
        } catch (const InputError&) {
        }  // what this network or shape has not
      }
    }
  }
  for (const Algorithm& algorithm : algorithms()) {
    CAPTURE(algorithm.name);
    CHECK(ran[algorithm.name] > 0);
  }
}
