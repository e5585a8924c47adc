#pragma once

#include <string>

#include "scenario/fields.h"
#include "scenario/scenario.h"
#include "topology/description.h"

namespace collsim {

/// Reads a topology's mapping; its `model:` changes `defaults`. `name` is the topology's where it states none, `file`
/// the one that its positions belong to.
TopologyDescription read_topology_mapping(Value mapping, const std::string& name, const std::string& file,
                                          Model& defaults, Diagnostics& diagnostics);

}  // namespace collsim
