#include "base/time.h"

#include "base/error.h"
#include "support/catch.h"

using namespace collsim;

TEST_CASE("a duration is rounded up to a picosecond") {
  CHECK(round_up_to_tick(0).count() == 0);
  CHECK(round_up_to_tick(1.1e-12).count() == 2);
  CHECK(round_up_to_tick(1e-3).count() == 1'000'000'000);
  // 1024 B at 450 GB/s: 2275.55… ps.
  CHECK(round_up_to_tick(1024 / 450e9).count() == 2276);
}

TEST_CASE("rounding up takes off 1e-4 of a picosecond first, so that exact cases stay exact") {
  CHECK(round_up_to_tick(5.00009e-12).count() == 5);
  CHECK(round_up_to_tick(5.00011e-12).count() == 6);
  CHECK(round_up_to_tick(0.00009e-12).count() == 0);
  // k bytes at 1 GB/s take k · 1000 ps exactly, whatever the division leaves behind.
  for (int k = 1; k < 5000; ++k) {
    if (round_up_to_tick(k / 1e9).count() != k * 1000) FAIL("a tick too late at " << k << " bytes");
  }
}

TEST_CASE("a duration beyond the clock's 106 days is an error, not a wrapped number") {
  CHECK_NOTHROW(round_up_to_tick(106.0 * 24 * 3600));
  CHECK_THROWS_AS(round_up_to_tick(107.0 * 24 * 3600), SimulationError);
  CHECK_THROWS_AS(round_up_to_tick(1e300), SimulationError);
}

TEST_CASE("microseconds of whole ticks print without noise") {
  CHECK(to_microseconds(Duration(300'000)) == 0.3);
  CHECK(to_microseconds(Instant(Duration(1))) == 1e-6);
}
