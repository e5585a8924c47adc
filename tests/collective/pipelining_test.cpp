#include "collective/pipelining.h"

#include <cmath>

#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

PipelineCost equal_phases(std::size_t phases, double alpha, double transfer) {
  return {std::vector<PhaseCost>(phases, {alpha, transfer}), transfer};
}

}  // namespace

TEST_CASE("pipelining: k chunks through P equal phases take (P-1+k)(alpha + m/(kB))") {
  for (const int k : {1, 2, 7, 512}) {
    CHECK(pipelined_time(equal_phases(5, 2, 30), k) == Approx((5 - 1 + k) * (2 + 30.0 / k)).epsilon(1e-14));
  }
}

TEST_CASE("pipelining: where phases meet on a link its whole load is the pace") {
  // Two phases of 1 + 6/k over one link that both load: 12/k a chunk, more than 1 + 6/k up to k = 6.
  const PipelineCost cost{{{1, 6}, {1, 6}}, 12};
  CHECK(pipelined_time(cost, 2) == Approx(2 * (1 + 3) + 6));
  CHECK(pipelined_time(cost, 12) == Approx(2 * 1.5 + 11 * 1.5));
}

TEST_CASE("pipelining: the best number of chunks is the root of (P-1)m/(alpha B), rounded one way or the other") {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const int phases = random.between(2, 40);
    const double alpha = random.between(1, 1000), transfer = random.between(1, 100'000);
    const int best = best_chunks(equal_phases(static_cast<std::size_t>(phases), alpha, transfer), 1'000'000);
    const double root = std::sqrt((phases - 1) * transfer / alpha);
    CAPTURE(phases, alpha, transfer, best);
    CHECK(std::abs(best - std::max(1.0, root)) < 1);
  }
}

TEST_CASE("pipelining: one phase is not cut, free start-up is cut as far as allowed, and the bound holds") {
  CHECK(best_chunks(equal_phases(1, 0, 100), 512) == 1);
  CHECK(best_chunks({}, 512) == 1);
  CHECK(best_chunks(equal_phases(3, 0, 100), 512) == 512);
  CHECK(best_chunks(equal_phases(3, 1, 1e6), 16) == 16);
  CHECK(best_chunks(equal_phases(3, 5, 0), 512) == 1);
}
