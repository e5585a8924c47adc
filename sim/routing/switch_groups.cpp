#include "routing/switch_groups.h"

#include <algorithm>
#include <map>

#include <boost/pending/disjoint_sets.hpp>

#include "topology/graph.h"

namespace collsim {

SwitchGroups::SwitchGroups(const Topology& topology) : topology_(topology) {
  find_ranks();
  find_groups();
}

bool SwitchGroups::counts(NodeId node) const {
  return topology_.node(node).kind == NodeKind::switch_ && topology_.node(node).forwards;
}

/// Breadth first, from all chips at once. What no chip reaches has the rank of a chip, which asks for nothing.
void SwitchGroups::find_ranks() {
  constexpr std::uint32_t kUnknown = static_cast<std::uint32_t>(-1);
  rank_.assign(topology_.node_count(), kUnknown);
  std::vector<NodeId> queue = topology_.chips();
  for (const NodeId chip : queue) rank_[chip] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const auto [first, last] = boost::out_edges(queue[next], topology_.graph().csr);
    for (auto e = first; e != last; ++e) {
      const NodeId to = boost::target(*e, topology_.graph().csr);
      if (rank_[to] != kUnknown) continue;
      rank_[to] = rank_[queue[next]] + 1;
      if (topology_.node(to).forwards) queue.push_back(to);
    }
  }
  for (NodeId node = 0; node < rank_.size(); ++node) {
    if (rank_[node] == kUnknown) rank_[node] = 0;
    if (rank_[node] >= by_rank_.size()) by_rank_.resize(rank_[node] + 1);
    if (counts(node)) by_rank_[rank_[node]].push_back(node);
  }
}

void SwitchGroups::find_groups() {
  const auto beside = [this](const Link& link) {
    return counts(link.from) && counts(link.to) && rank_[link.from] == rank_[link.to];
  };
  std::map<std::uint32_t, Tier> outermost;  // by rank
  for (LinkId id = 0; id < topology_.link_count(); ++id) {
    const Link& link = topology_.link(id);
    if (!beside(link)) continue;
    Tier& tier = outermost.try_emplace(rank_[link.from], link.tier).first->second;
    tier = std::max(tier, link.tier);
  }
  boost::disjoint_sets_with_storage<> sets(topology_.node_count());
  for (LinkId id = 0; id < topology_.link_count(); ++id) {
    const Link& link = topology_.link(id);
    if (beside(link) && link.tier < outermost.at(rank_[link.from])) sets.union_set(link.from, link.to);
  }
  for (NodeId node = 0; node < topology_.node_count(); ++node)
    group_.push_back(static_cast<NodeId>(sets.find_set(node)));
}

}  // namespace collsim
