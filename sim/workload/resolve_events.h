#pragma once

#include <vector>

#include "workload/resolve.h"

namespace collsim {

/// The links and nodes that events name. What the topology does not have goes to `diagnostics`.
std::vector<Resolved::LinkEvent> resolve_events(const std::vector<LinkEventSpec>& events, const Topology& topology,
                                                Diagnostics& diagnostics);

}  // namespace collsim
