#pragma once

#include "scenario/fields.h"

namespace collsim {

/// `alpha_start:` of a mapping: one time, all of it the sender's, or its parts.
std::optional<AlphaStart> read_alpha_start(const Fields& mapping);

/// `utilization:` of a mapping, from 0.001 to 1.
std::optional<double> read_utilization(const Fields& mapping);

}  // namespace collsim
