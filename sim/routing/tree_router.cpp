#include "routing/tree_router.h"

#include <algorithm>
#include <utility>

namespace collsim {
namespace {

/// Chips on either side.
std::vector<NodeId> members(const std::pair<std::vector<NodeId>, std::vector<NodeId>>& ends) {
  std::vector<NodeId> all = ends.first;
  all.insert(all.end(), ends.second.begin(), ends.second.end());
  return all;
}

std::string abilities(bool reduces, bool multicasts) {
  if (reduces && multicasts) return "`reduces: true` and `multicasts: true`";
  return reduces ? "`reduces: true`" : "`multicasts: true`";
}

}  // namespace

TreeRouter::TreeRouter(const Topology& topology, TreeNodes between)
    : topology_(topology), outwards_(topology, between), tree_(topology, between), passed_(topology.node_count(), 0) {}

const Route* TreeRouter::find(const std::vector<NodeId>& from, const std::vector<NodeId>& to) {
  Ends ends{from, to};
  auto known = found_.find(ends);
  if (known == found_.end()) {
    auto route = search(ends);
    known = found_.emplace(std::move(ends), std::move(route)).first;
  }
  return known->second ? &*known->second : nullptr;
}

std::optional<Route> TreeRouter::search(const Ends& ends) {
  Choice best;
  std::size_t seen = 0;
  // A root that is further from the first chip than the best one's furthest cannot be better.
  for (std::uint32_t hops = 1; hops < best.hops; ++hops) {
    outwards_.grow(ends.first.front(), {}, hops);
    const auto nodes = outwards_.nodes();
    if (nodes.size() == seen) break;
    for (; seen < nodes.size(); ++seen) {
      if (may_be_root(nodes[seen], ends)) consider(nodes[seen], ends, best);
    }
  }
  if (best.route.links.empty()) return {};
  return std::move(best.route);
}

bool TreeRouter::may_be_root(NodeId id, const Ends& ends) const {
  const Node& node = topology_.node(id);
  const bool serves = (ends.first.size() == 1 || node.reduces) && (ends.second.size() == 1 || node.multicasts);
  return serves && node.kind != NodeKind::chip;
}

void TreeRouter::consider(NodeId root, const Ends& ends, Choice& best) {
  const std::vector<NodeId> all = members(ends);
  if (!tree_.grow(root, all, best.hops)) return;
  std::uint32_t hops = 0;
  double width = std::numeric_limits<double>::infinity();
  for (const NodeId chip : all) {
    hops = std::max(hops, tree_.hops(chip));
    width = std::min(width, tree_.width(chip));
  }
  const auto up = branches(ends.first, root, &Node::reduces);
  const auto down = up ? branches(ends.second, root, &Node::multicasts) : std::nullopt;
  if (!down) return;
  Route route = lay_out(root, ends, *up, *down);
  const bool better =
      hops < best.hops || width > best.width || (width == best.width && route.latency < best.route.latency);
  if (better) best = {hops, width, std::move(route)};
}

/// The nodes between `chips` and the root, each once; nothing where ways meet at a node that lacks the ability.
std::optional<std::vector<NodeId>> TreeRouter::branches(const std::vector<NodeId>& chips, NodeId root,
                                                        bool Node::*ability) {
  std::vector<NodeId> between;
  const auto parent = [this](NodeId node) { return topology_.link(tree_.link_to(node)).from; };
  bool able = true, root_used = false;
  for (const NodeId chip : chips) passed_[chip] = 1;
  for (const NodeId chip : chips) {
    NodeId node = parent(chip);
    for (; node != root && !passed_[node]; node = parent(node)) {
      passed_[node] = 1;
      between.push_back(node);
    }
    const bool meets = node != root || std::exchange(root_used, true);
    if (!meets || topology_.node(node).*ability) continue;
    wanting_ = node;
    able = false;
  }
  for (const NodeId node : between) passed_[node] = 0;
  for (const NodeId chip : chips) passed_[chip] = 0;
  if (!able) return {};
  return between;
}

Route TreeRouter::lay_out(NodeId root, const Ends& ends, const std::vector<NodeId>& up,
                          const std::vector<NodeId>& down) const {
  Route route;
  route.senders = static_cast<std::uint32_t>(ends.first.size());
  route.receivers = static_cast<std::uint32_t>(ends.second.size());
  const auto upwards = [this](NodeId node) { return topology_.link(tree_.link_to(node)).reverse; };
  for (const NodeId chip : ends.first) route.links.push_back(upwards(chip));
  for (const NodeId node : up) route.links.push_back(upwards(node));
  for (const NodeId node : down) route.links.push_back(tree_.link_to(node));
  for (const NodeId chip : ends.second) route.links.push_back(tree_.link_to(chip));
  const auto longest = [this](const std::vector<NodeId>& chips) {
    Duration most{};
    for (const NodeId chip : chips) most = std::max(most, tree_.latency(chip));
    return most;
  };
  route.latency = longest(ends.first) + topology_.node(root).latency + longest(ends.second);
  return route;
}

std::string TreeRouter::why_not(const std::vector<NodeId>& from, const std::vector<NodeId>& to) {
  const Ends ends{from, to};
  const std::vector<NodeId> all = members(ends);
  const std::string wanted = abilities(from.size() > 1, to.size() > 1);
  std::string best = "no switch says " + wanted;
  std::ptrdiff_t most = 0;
  for (NodeId root = 0; root < topology_.node_count(); ++root) {
    if (!may_be_root(root, ends)) continue;
    const bool joins = tree_.grow(root, all, ReachTree::kMostHops);
    const auto reached = std::count_if(all.begin(), all.end(), [this](NodeId chip) { return tree_.holds(chip); });
    if (reached <= most) continue;
    most = reached;
    if (joins) {
      if (branches(from, root, &Node::reduces)) branches(to, root, &Node::multicasts);
      best = "ways meet at " + topology_.node(wanting_).name + ", which does not say " + wanted;
      continue;
    }
    const auto lost = std::find_if_not(all.begin(), all.end(), [this](NodeId chip) { return tree_.holds(chip); });
    best = "no switch that says " + wanted + " joins them: " + topology_.node(root).name + " reaches " +
           topology_.node(all.front()).name + " but not " + topology_.node(*lost).name;
  }
  return best;
}

}  // namespace collsim
