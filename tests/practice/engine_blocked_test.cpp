// A run ends, or says why not. After astra-sim/astra-sim#370: on a torus with unequal latencies a simulator stopped
// issuing work and waited for ever.

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/random.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// No run is shorter than what its busiest link must carry.
void check_busiest_link(const Result& r) {
  for (const LinkResult& l : r.runs.at(0).links) {
    CAPTURE(l.id);
    CHECK(makespan_us(r) * 1e-6 >= l.wire_bytes / l.capacity * (1 - 1e-9));
  }
}

}  // namespace

TEST_CASE("practice: a 4x4x4 torus whose third dimension wraps slowly finishes") {
  const std::string network = torus({4, 4, 4}, "100 GB/s", [](std::size_t dimension, bool wraps) {
    return dimension == 2 && wraps ? 10'000 : 1'000;  // ns
  });
  const std::string sync = GENERATE("barrier", "dataflow");
  CAPTURE(sync);
  const Result r = simulate(network + "model: {sync: " + sync + "}\n" +  //
                            "collectives: [{op: all_reduce, algorithm: ring, size: 256 MiB, channels: 4}]\n");
  check_busiest_link(r);
  CHECK(only(r).flows == 126 * 64 * 4);
}

TEST_CASE("practice: a torus with any latencies finishes, whatever the synchronisation") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const std::string network =
        torus({4, 4}, "100 GB/s", [&](std::size_t, bool) { return static_cast<int>(random.below(10'000)); });
    const std::string sync = seed % 2 == 0 ? "barrier" : "dataflow";
    const Result r = simulate(network + "model: {sync: " + sync + "}\n" +
                              "collectives: [{op: all_reduce, algorithm: ring, size: 1 MB, channels: 2}, "
                              "{op: all_to_all, algorithm: pairwise, size: 1 MB}]\n");
    check_busiest_link(r);
  }
}

TEST_CASE("practice: work that a dead link blocks is listed with what it waits for") {
  // c2 cannot send any more after 1 ms, in the middle of a ring that takes 3.5 ms; `next` never starts.
  const std::string yaml = star(8, "50 GB/s") +
                           "events: [{at: 1 ms, link: 'c2->sw', state: down}]\n"
                           "collectives:\n"
                           "  - {id: grad, op: all_reduce, algorithm: ring, size: 100 MB}\n"
                           "  - {id: next, op: all_gather, algorithm: ring, size: 1 MB, after: [grad]}\n";
  CHECK_THROWS_AS(simulate(yaml), SimulationError);
  CHECK_THROWS_WITH(simulate(yaml), ContainsSubstring("grad") && ContainsSubstring("c2") && ContainsSubstring("c3") &&
                                        ContainsSubstring("c2->sw") && ContainsSubstring("next"));
}

TEST_CASE("practice: a link that comes back costs the time it was away, booked as waiting") {
  const CollectiveResult c =
      only(simulate(star(8, "50 GB/s") + "events:\n"
                                         "  - {at: 1.1 ms, link: 'c2->sw', state: down}\n"
                                         "  - {at: 2.1 ms, link: 'c2->sw', state: up}\n"
                                         "collectives: [{op: all_reduce, algorithm: ring, size: 100 MB}]\n"));
  // 14 steps of 250 us, and 1 ms in the middle of the fifth.
  CHECK(ticks_apart(time_us(c), 3500 + 1000) <= 14 * 3);
  CHECK(ticks_apart(to_microseconds(c.ledger.waiting), 1000) <= 2);
}
