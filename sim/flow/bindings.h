#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "flow/flow_table.h"

namespace collsim {

/// What binds what, at present: the allocation of a network whose flows all weigh the same. A resource is bound at a
/// level if it has run out there: the flows that it binds have that rate. A flow's rate is the level of what binds it.
struct Bindings {
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Flow {
    ResourceId bound;     // the resource, or own(), or nothing()
    std::uint32_t stamp;  // of the filling that settled it last
  };

  explicit Bindings(std::size_t resources) : level(resources + 2, kNever), capacity(resources, 0) {}

  /// Stands for a flow's own cap.
  ResourceId own() const { return static_cast<ResourceId>(capacity.size()); }
  /// A flow that is not settled. Both stand at level infinity.
  ResourceId nothing() const { return own() + 1; }

  double rate(FlowId f) const { return flows[f].bound == own() ? cap[f] : level[flows[f].bound]; }

  std::vector<double> level;     ///< by resource; infinite where it has something left over
  std::vector<double> capacity;  ///< by resource; infinite where it is not shared
  std::vector<Flow> flows;
  std::vector<double> cap;  ///< by flow
  std::size_t capped = 0;   ///< flows with a finite cap
};

/// What a change of the bindings may have changed: candidates, some of them twice or in vain.
struct Rebound {
  std::vector<FlowId> flows;          ///< bound by something else
  std::vector<ResourceId> resources;  ///< at another level
};

/// The canonical arithmetic: the level at which a resource runs out is a pure function of its capacity, its number of
/// flows and the (level, number) of those bound elsewhere below it, ascending. Each of these levels is one subtraction.
/// Rounding may put a share at or below the level that was taken off last; it is the next number above that then, so
/// that levels rise strictly.
inline double canonical_share(double left, std::uint32_t unsettled, double last) {
  const double share = left / unsettled;
  return share > last ? share : std::nextafter(last, Bindings::kNever);
}
inline double canonical_rest(double left, std::uint32_t settled, double level) {
  const double rest = left - settled * level;
  return rest > 0 ? rest : 0;
}

}  // namespace collsim
