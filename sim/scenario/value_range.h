#pragma once

#include <string>
#include <vector>

#include "scenario/document.h"

namespace collsim {

/// Whether a mapping is meant as a range: it has a `from`.
bool is_range(Value value);

/// The values of `{from, to, factor}` or `{from, to, step}` as texts: plain numbers, sizes, bandwidths or times, as
/// both ends are written; the end counts if it is met. What is wrong goes to `diagnostics`, and nothing is returned.
/// Requires: a mapping.
std::vector<std::string> read_value_range(Value mapping, const std::string& key, Diagnostics& diagnostics);

}  // namespace collsim
