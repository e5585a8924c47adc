#include "workload/facts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "routing/attachment.h"
#include "workload/tiers.h"

namespace collsim {
namespace {

/// The least of all pairs, and the α_path of the outermost tier.
TierFacts flat_facts(const std::vector<TierGroups>& tiers) {
  TierFacts facts{std::numeric_limits<double>::infinity(), tiers.back().latency};
  for (const TierGroups& tier : tiers) facts.bandwidth = std::min(facts.bandwidth, tier.bandwidth);
  return facts;
}

std::vector<TierFacts> facts_of(const std::vector<TierGroups>& tiers, int ranks) {
  if (tiers.empty()) return {TierFacts{}};
  std::string note;
  std::vector<TierFacts> facts;
  for (const TierGroups* tier : joining_tiers(tiers, ranks, note)) facts.push_back({tier->bandwidth, tier->latency});
  if (facts.size() < 2) return {flat_facts(tiers)};
  return facts;
}

/// The chips of each node, nodes by their lowest rank.
std::vector<std::vector<NodeId>> members_of_nodes(const std::vector<int>& node_of, const std::vector<NodeId>& chips) {
  std::map<int, std::vector<NodeId>> members;
  for (std::size_t rank = 0; rank < chips.size(); ++rank) members[node_of[rank]].push_back(chips[rank]);
  std::vector<std::vector<NodeId>> nodes;
  for (auto& [node, list] : members) nodes.push_back(std::move(list));
  return nodes;
}

/// What a message leaves a node by: the nic at its border; where there is none, the first link beyond the node's own.
struct Way {
  bool nic;
  std::uint32_t id;
  auto operator<=>(const Way&) const = default;
};

Way way_of(const Topology& topology, const Route& route) {
  const auto beyond = std::find_if(route.links.begin(), route.links.end(),
                                   [&](LinkId id) { return topology.link(id).tier > kNodeTier; });
  const LinkId border = beyond == route.links.end() ? route.links.front() : *beyond;
  const Link& link = topology.link(border);
  for (const NodeId end : {link.to, link.from}) {
    if (topology.node(end).kind == NodeKind::nic) return {true, end};
  }
  return {false, border};
}

bool can_reduce(const Topology& topology) {
  for (NodeId id = 0; id < topology.node_count(); ++id) {
    if (topology.node(id).reduces && topology.node(id).multicasts) return true;
  }
  return false;
}

}  // namespace

FactsBook::FactsBook(const Topology& topology, Routers& routers)
    : topology_(topology), routers_(routers), any_switch_reduces_(can_reduce(topology)) {}

const KnownGroup& FactsBook::of(const std::vector<NodeId>& chips) {
  const auto at = known_.find(chips);
  return at != known_.end() ? at->second : known_.emplace(chips, look_at(chips)).first->second;
}

KnownGroup FactsBook::look_at(const std::vector<NodeId>& chips) {
  const std::vector<TierGroups> tiers = tier_groups(topology_, routers_.shortest, chips);
  const auto ranks = static_cast<int>(chips.size());
  KnownGroup known;
  GroupFacts& facts = known.facts;
  facts.ranks = ranks;
  facts.tiers = hierarchy_of(tiers, ranks, known.tiers_note);
  facts.tier_facts = facts_of(tiers, ranks);
  const std::vector<int> node_of = nodes_of(tiers, ranks);
  facts.nodes = node_hierarchy(node_of, known.nodes_note);
  const std::vector<std::vector<NodeId>> nodes = members_of_nodes(node_of, chips);
  facts.node_count = static_cast<int>(nodes.size());
  const auto each_node = [&](auto holds) {
    return nodes.size() < chips.size() && std::all_of(nodes.begin(), nodes.end(), holds);
  };
  facts.node_reduces = each_node([&](const auto& node) { return one_tree_joins(routers_.in_nodes, node); });
  facts.network_reduces = one_tree_joins(routers_.between_nodes, chips);
  facts.fully_connected = each_node([&](const auto& node) { return fully_connected(topology_, node); });
  if (!facts.nodes.flat()) facts.way_out = ways_out(facts.nodes, chips);
  return known;
}

/// Asked only where there is hope: a search among many chips takes time.
bool FactsBook::one_tree_joins(TreeRouter& trees, const std::vector<NodeId>& chips) const {
  return any_switch_reduces_ && chips.size() > 1 && trees.find(chips, chips) != nullptr;
}

/// By the route to the chip of the same place in the first node, or from there to the second. Of wide nodes only the
/// first places are gone to, since each costs a search of the whole network.
std::vector<int> FactsBook::ways_out(const Hierarchy& nodes, const std::vector<NodeId>& chips) {
  constexpr int kMostPlaces = 64;
  const Rank first = nodes.with(nodes.with(0, 0, 0), 1, 0);
  std::vector<int> ways(chips.size());
  std::vector<std::vector<Way>> known(static_cast<std::size_t>(nodes.size(1)));  // by node
  for (Rank rank = 0; rank < static_cast<Rank>(chips.size()); ++rank) {
    const int node = nodes.coordinate(rank, 1);
    const Rank to = nodes.with(nodes.with(first, 0, nodes.coordinate(rank, 0) % kMostPlaces), 1, node == 0 ? 1 : 0);
    const Route* route =
        routers_.shortest.find(chips[static_cast<std::size_t>(rank)], chips[static_cast<std::size_t>(to)]);
    if (route == nullptr) return {};
    const Way way = way_of(topology_, *route);
    std::vector<Way>& of_node = known[static_cast<std::size_t>(node)];
    const auto at = std::find(of_node.begin(), of_node.end(), way);
    ways[static_cast<std::size_t>(rank)] = static_cast<int>(at - of_node.begin());
    if (at == of_node.end()) of_node.push_back(way);
  }
  return ways;
}

}  // namespace collsim
