#pragma once

#include <vector>

#include "scenario/collective_reader.h"

namespace collsim {

/// Checks that ids are unique, turns `after` into indices and checks that nobody waits for itself.
void resolve_dependencies(std::vector<CollectiveEntry>& collectives, Diagnostics& diagnostics);

}  // namespace collsim
