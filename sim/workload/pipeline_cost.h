#pragma once

#include <vector>

#include "collective/pipelining.h"
#include "workload/ways.h"

namespace collsim {

/// What a protocol makes of a message.
struct MessageCost {
  Duration alpha_start{};
  double utilization = 1;
};

/// Of messages between two ranks, and of those that switches merge or replicate.
struct MessageCosts {
  MessageCost between, switched;
};

/// What the phases of a program cost on its group's routes, for the choice of chunks. A phase's steps are taken to be
/// like its first: α of its slowest transfer (3.2), and the bytes that its fullest link carries over B·u of that link,
/// of all channels together. What has no route costs nothing here: the run will tell.
/// Cost: asks every rank once a phase and channel.
PipelineCost pipeline_cost(const Program& program, int ranks, Ways ways, const Topology& topology,
                           const MessageCosts& costs);

}  // namespace collsim
