#pragma once

#include <optional>

#include "collective/expert_traffic.h"
#include "scenario/fields.h"

namespace collsim {

/// Reads a `skew:` for `ranks` ranks. What is wrong with it, and traffic that would add up to more than 2^62 bytes or
/// take minutes to draw, is told, and nothing returned.
std::optional<ExpertTraffic> read_skew(Value mapping, int ranks, Bytes element, Diagnostics& diagnostics);

}  // namespace collsim
