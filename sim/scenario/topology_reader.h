#pragma once

#include <string>

#include "scenario/fields.h"
#include "scenario/scenario.h"
#include "topology/description.h"

namespace collsim {

/// Reads a topology's mapping; its `model:` changes `defaults`. `name` is the topology's where it states none, `file`
/// the one that its positions belong to and that names of files start from. `depth` counts the topologies around it
/// whose node it stands for. Throws FileError where a file that it names cannot be read.
TopologyDescription read_topology_mapping(Value mapping, const std::string& name, const std::string& file,
                                          Model& defaults, Diagnostics& diagnostics, int depth = 0);

/// The topology that `yaml` holds, named after its file unless it names itself.
TopologyDescription read_topology_text(std::string_view yaml, const std::string& file, Model& defaults,
                                       Diagnostics& diagnostics, int depth = 0);

}  // namespace collsim
