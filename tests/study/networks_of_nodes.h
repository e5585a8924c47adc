#pragma once

#include <string>

namespace collsim::test {

/// `nodes` nodes of `chips` chips: inside a switch without limit, outside a nic a chip on one fabric. All switches
/// reduce and multicast. Chips are c0 …, node by node.
std::string nodes_with_nics(int nodes, int chips, const std::string& inside, const std::string& nic,
                            const std::string& latency = "0 ns");

}  // namespace collsim::test
