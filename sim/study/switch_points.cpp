#include <algorithm>

#include "study/choose.h"

namespace collsim {
namespace {

constexpr Bytes least_size = 8, most_size = Bytes{8} << 30;

bool same_choice(const Chosen& a, const Chosen& b) {
  return a.algorithm == b.algorithm && a.protocol == b.protocol && a.channels == b.channels;
}

class Bisection {
 public:
  Bisection(Chooser& chooser, const CollectiveSpec& spec, std::size_t collective)
      : chooser_(chooser),
        collective_(collective),
        element_(spec.element),
        simulates_(spec.automatic && spec.automatic->preset == Preset::simulate) {}

  const Chosen& at(Bytes size) { return chooser_.choose(collective_, size); }

  /// The first size above `low` that is known not to have its choice. Requires: that of `high` is another.
  Bytes first_beyond(Bytes low, Bytes high) {
    while (high - low > width(low)) {
      const Bytes middle = low + (high - low) / 2 / element_ * element_;
      (same_choice(at(middle), at(low)) ? low : high) = middle;
    }
    return high;
  }

 private:
  Bytes width(Bytes low) const { return simulates_ ? std::max(element_, low / 64) : element_; }

  Chooser& chooser_;
  std::size_t collective_;
  Bytes element_;
  bool simulates_;
};

}  // namespace

std::vector<SwitchPoint> switch_points(Chooser& chooser, const Scenario& scenario, std::size_t collective) {
  const CollectiveSpec& spec = scenario.collectives[collective];
  if (spec.matrix) return {{spec.sizes.front(), chooser.choose(collective, spec.sizes.front())}};
  Bisection bisection(chooser, spec, collective);
  std::vector<SwitchPoint> points{{least_size, bisection.at(least_size)}};
  for (Bytes low = least_size; low < most_size; low *= 2) {
    const Bytes high = low * 2;
    // A third choice may lie between two: go on from each switch until that of `high` is reached.
    while (!same_choice(points.back().chosen, bisection.at(high))) {
      const Bytes from = bisection.first_beyond(std::max(low, points.back().from), high);
      points.push_back({from, bisection.at(from)});
    }
  }
  return points;
}

}  // namespace collsim
