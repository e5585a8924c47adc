#pragma once

#include "command_line.h"

namespace collsim {

/// `collsim topology`: prints on standard output what a topology file amounts to, or with --path one route, or with
/// --explicit the expanded file, or with --cut a capacity; with --generators what `generate:` takes. Throws UsageError
/// for a kind of generator that there is not, or a node that the topology does not have, SimulationError where there is
/// no route.
int describe_topology(const TopologyOptions& options);

}  // namespace collsim
