#pragma once

#include <optional>

#include "base/distribution.h"
#include "scenario/fields.h"

namespace collsim {

/// `{distribution: exponential, mean: 1 us}`, with `deviation` for those that have one. `what` names it in errors.
std::optional<Distribution> read_distribution(Value mapping, std::string_view what, Diagnostics& diagnostics);

}  // namespace collsim
