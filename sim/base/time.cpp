#include "base/time.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/error.h"

namespace collsim {

Duration round_up_to_tick(double seconds) {
  assert(seconds >= 0);
  constexpr double clock_end = 9223372036854775807.0;
  const double ticks = std::max(0.0, std::ceil(seconds * 1e12 - 1e-4));
  if (!(ticks < clock_end)) {
    throw SimulationError("a duration of " + std::to_string(seconds) +
                          " s exceeds the simulated clock, which ends after 106 days");
  }
  return Duration(static_cast<Duration::rep>(ticks));
}

Instant later(Instant at, Duration duration) {
  if (duration <= Instant::max() - at) return at + duration;
  throw SimulationError("the run would go on beyond the simulated clock, which ends after 106 days");
}

}  // namespace collsim
