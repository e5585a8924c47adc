#pragma once

#include <vector>

#include "scenario/reader.h"

namespace collsim {

/// The table of algorithms as the scenario reader wants it: one entry a name, with all operations of its rows, then the
/// reserved names.
std::vector<KnownAlgorithm> known_algorithms();

}  // namespace collsim
