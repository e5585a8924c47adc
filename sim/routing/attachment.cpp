#include "routing/attachment.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "topology/graph.h"

namespace collsim {
namespace {

/// Links go both ways, so that the nodes behind outgoing links are all neighbours.
template <class Visit>
void visit_neighbours(const Topology& topology, NodeId node, Visit visit) {
  const CsrGraph& graph = topology.graph().csr;
  const auto [first, last] = boost::out_edges(node, graph);
  for (auto e = first; e != last; ++e) visit(boost::target(*e, graph));
}

std::vector<NodeId> switches_at(const Topology& topology, NodeId chip) {
  std::vector<NodeId> switches;
  visit_neighbours(topology, chip, [&](NodeId next) {
    if (topology.node(next).kind == NodeKind::switch_) switches.push_back(next);
  });
  std::sort(switches.begin(), switches.end());
  return switches;
}

/// Whether all the chips hang on one switch.
bool share_switch(const Topology& topology, std::span<const NodeId> chips) {
  std::vector<NodeId> shared = switches_at(topology, chips.front());
  for (const NodeId chip : chips.subspan(1)) {
    const std::vector<NodeId> own = switches_at(topology, chip);
    std::vector<NodeId> both;
    std::set_intersection(shared.begin(), shared.end(), own.begin(), own.end(), std::back_inserter(both));
    shared = std::move(both);
  }
  return !shared.empty();
}

/// Chips at the other end of a link, or of two with a switch between.
std::unordered_set<NodeId> chips_beside(const Topology& topology, NodeId chip) {
  std::unordered_set<NodeId> beside;
  const auto take = [&](NodeId next) {
    if (topology.node(next).kind == NodeKind::chip) beside.insert(next);
  };
  visit_neighbours(topology, chip, take);
  for (const NodeId sw : switches_at(topology, chip)) visit_neighbours(topology, sw, take);
  return beside;
}

}  // namespace

bool fully_connected(const Topology& topology, std::span<const NodeId> chips) {
  if (share_switch(topology, chips)) return true;
  return std::all_of(chips.begin(), chips.end(), [&](NodeId chip) {
    const std::unordered_set<NodeId> beside = chips_beside(topology, chip);
    return std::all_of(chips.begin(), chips.end(),
                       [&](NodeId other) { return other == chip || beside.count(other) > 0; });
  });
}

}  // namespace collsim
