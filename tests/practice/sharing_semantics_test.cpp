// Crossbar or mesh, shared, full duplex or uncontended. After astra-sim/astra-sim#294 and osukhoroslov/dslab#223.

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// 28 links of 50 GB/s between 8 chips.
std::string mesh() {
  std::vector<std::string> links;
  for (int from = 0; from < 7; ++from)
    for (int to = from + 1; to < 8; ++to)
      links.push_back("{from: c" + std::to_string(from) + ", to: c" + std::to_string(to) + ", bandwidth: 50 GB/s}");
  return topology("{id: 'c[0-7]', kind: chip}", join(links));
}

/// Two sends of 1 GB over one link of 50 GB/s, a -> b twice or a -> b and b -> a.
double two_sends_ms(const std::string& duplex, bool opposite) {
  const std::string network =
      topology("{id: 'c[0-1]', kind: chip}", "{from: c0, to: c1, bandwidth: 50 GB/s, duplex: " + duplex + "}");
  const Result r = simulate(
      network + collectives({send("there", "c0", "c1", "1 GB"),
                             opposite ? send("back", "c1", "c0", "1 GB") : send("again", "c0", "c1", "1 GB")}));
  return makespan_us(r) / 1000;
}

}  // namespace

TEST_CASE("practice: a mesh stands in for a crossbar when all talk, not when two do") {
  // Eight ports of 350 GB/s or 28 links of 50 GB/s. One pair with 1 GB: 20 ms over its link, 2.857 ms over its ports.
  // All pairs with 1 GB each (M = 8 GB): 7 GB through a port of 350 GB/s, 1 GB over a link of 50 GB/s: 20 ms in both.
  const std::string crossbar = star(8, "350 GB/s");
  const std::string pair = collectives({send("x", "c0", "c5", "1 GB")});
  CHECK(ticks_apart(time_us(mesh() + pair), 20'000) <= 2);
  CHECK(ticks_apart(time_us(crossbar + pair), 1e9 / 350e3) <= 2);
  const std::string all = "collectives: [{op: all_to_all, algorithm: direct, size: 8 GB}]\n";
  CHECK(ticks_apart(time_us(mesh() + all), 20'000) <= 2);
  CHECK(ticks_apart(time_us(crossbar + all), 20'000) <= 2);
}

TEST_CASE("practice: what two flows get from a link depends on its duplex") {
  // 1 GB at 50 GB/s takes 20 ms, at half of it 40 ms. Opposite ways share only a half duplex link; the same way shares
  // all but an uncontended one.
  CHECK(two_sends_ms("half", true) == Approx(40).epsilon(1e-9));
  CHECK(two_sends_ms("full", true) == Approx(20).epsilon(1e-9));
  CHECK(two_sends_ms("uncontended", true) == Approx(20).epsilon(1e-9));
  CHECK(two_sends_ms("half", false) == Approx(40).epsilon(1e-9));
  CHECK(two_sends_ms("full", false) == Approx(40).epsilon(1e-9));
  CHECK(two_sends_ms("uncontended", false) == Approx(20).epsilon(1e-9));
}
