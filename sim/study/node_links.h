#pragma once

#include <utility>

#include "topology/topology.h"

namespace collsim {

/// The links that leave a node: from the first to before the second. They stand together.
inline std::pair<LinkId, LinkId> links_out_of(const Topology& topology, NodeId node) {
  const auto first_from = [&](NodeId least) {
    LinkId low = 0, high = static_cast<LinkId>(topology.link_count());
    while (low < high) {
      const LinkId middle = low + (high - low) / 2;
      if (topology.link(middle).from < least)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  return {first_from(node), first_from(node + 1)};
}

}  // namespace collsim
