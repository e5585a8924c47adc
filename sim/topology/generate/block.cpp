#include "topology/generate/block.h"

#include <algorithm>

#include "topology/topology.h"

namespace collsim {

NetworkBlock make_block(TopologyDescription description) {
  NetworkBlock block;
  const Topology topology = build_topology(description);
  for (NodeId id = 0; id < topology.node_count(); ++id) {
    const Node& node = topology.node(id);
    if (node.kind == NodeKind::chip) block.chips.push_back(node.name);
    if (node.kind == NodeKind::nic) block.ports.push_back(node.name);
  }
  if (block.chips.empty()) throw InputError({{description.file, {}, "it has no chip and cannot stand for a node"}});
  block.ports_are_chips = block.ports.empty();
  if (block.ports_are_chips) block.ports = block.chips;
  for (const LinkGroup& group : description.links) block.outermost = std::max(block.outermost, group.tier);
  block.description = std::move(description);
  return block;
}

Tier next_outer(Tier tier) { return tier == Tier::p2p ? tier : static_cast<Tier>(static_cast<int>(tier) + 1); }

}  // namespace collsim
