#pragma once

#include <string>

#include "topology/topology.h"

namespace collsim::test {

/// The topology of `generate: …`, its mapping in YAML's flow style.
Topology generated(const std::string& mapping);

/// The topology of a whole file's text.
Topology topology_of(const std::string& yaml);

/// Every node and link in order, with all that is known of them: two topologies are equal if their texts are.
std::string whole_text(const Topology& topology);

/// The most hops between any two chips by shortest routes. Throws where a pair has no route.
std::size_t diameter(const Topology& topology);

/// The least cut between the first half of the chips and the others, bytes per second.
double bisection(const Topology& topology);

}  // namespace collsim::test
