#pragma once

#include "scenario/fields.h"
#include "topology/description.h"

namespace collsim {

/// Reads the mapping behind `generate:` and fills `topology`, whose file is known, with what its generator draws; with
/// nothing where something is wrong. `depth` is that of read_topology_mapping. Throws FileError.
void read_generate(Value mapping, TopologyDescription& topology, Diagnostics& diagnostics, int depth);

}  // namespace collsim
