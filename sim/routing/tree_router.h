#pragma once

#include <map>
#include <optional>
#include <string>

#include "routing/reach_tree.h"
#include "routing/route.h"

namespace collsim {

/// Routes of messages that switches merge (several senders) or replicate (several receivers): up the links of a tree to
/// its root, a switch, and down again. Where ways meet a node must say `reduces`, and where they part `multicasts`. Of
/// the roots that serve it takes the one with the fewest hops to the furthest chip; then the widest tree, the quickest,
/// the first in file order.
class TreeRouter {
 public:
  /// Requires: the topology outlives the router.
  TreeRouter(const Topology& topology, TreeNodes between);

  /// Null where no root serves. Valid as long as the router. Requires: chips, none twice on a side; more than one on
  /// one side at least.
  const Route* find(const std::vector<NodeId>& from, const std::vector<NodeId>& to);
  /// What is missing, for people. Requires: find() is null.
  std::string why_not(const std::vector<NodeId>& from, const std::vector<NodeId>& to);

 private:
  using Ends = std::pair<std::vector<NodeId>, std::vector<NodeId>>;
  struct Choice {
    std::uint32_t hops = ReachTree::kMostHops;
    double width = 0;
    Route route;
  };

  std::optional<Route> search(const Ends& ends);
  bool may_be_root(NodeId node, const Ends& ends) const;
  void consider(NodeId root, const Ends& ends, Choice& best);
  std::optional<std::vector<NodeId>> branches(const std::vector<NodeId>& chips, NodeId root, bool Node::*ability);
  Route lay_out(NodeId root, const Ends& ends, const std::vector<NodeId>& up, const std::vector<NodeId>& down) const;

  const Topology& topology_;
  ReachTree outwards_;        // from the first chip: candidates for the root
  ReachTree tree_;            // of the root in hand
  std::vector<char> passed_;  // by node; all 0 between calls
  NodeId wanting_ = 0;        // the last node where ways met that cannot merge or replicate
  std::map<Ends, std::optional<Route>> found_;
};

}  // namespace collsim
