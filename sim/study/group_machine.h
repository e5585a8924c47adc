#pragma once

#include <span>
#include <string>

#include "oracle/machine.h"
#include "routing/shortest.h"
#include "scenario/scenario.h"
#include "topology/topology.h"

namespace collsim {

struct GroupMachine {
  oracle::Machine machine;
  std::string note;  ///< why the group is taken as flat though its pairs have several tiers; empty where it is not
};

/// A group of chips as the closed forms see it (model.md §7): a line a tier that joins something, innermost first;
/// where the groups of a tier are uneven one line, with the least bandwidth of all pairs and the α of the outermost
/// tier. Throws SimulationError where no two chips have a route between them.
GroupMachine machine_of_group(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips,
                              const Model& model);

}  // namespace collsim
