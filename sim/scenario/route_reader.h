#pragma once

#include "scenario/fields.h"

namespace collsim {

inline constexpr int most_repeats = 100'000;

/// One entry of `routes:`.
RouteSpec read_route(Value mapping, Diagnostics& diagnostics);

}  // namespace collsim
