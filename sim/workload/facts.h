#pragma once

#include <map>
#include <string>
#include <vector>

#include "collective/group_facts.h"
#include "workload/routers.h"

namespace collsim {

/// The facts of a group of chips, and what people should know of them.
struct KnownGroup {
  GroupFacts facts;
  std::string tiers_note;  ///< why `tiers` is flat where the chips' tiers are uneven; else empty
  std::string nodes_note;  ///< the same of `nodes`
};

/// What the network is to groups of chips, each looked at once: the one place where facts about nodes become facts
/// about ranks.
class FactsBook {
 public:
  /// Requires: both outlive the book.
  FactsBook(const Topology& topology, Routers& routers);

  /// `chips` by rank. Valid as long as the book.
  const KnownGroup& of(const std::vector<NodeId>& chips);

 private:
  KnownGroup look_at(const std::vector<NodeId>& chips);
  bool one_tree_joins(TreeRouter& trees, const std::vector<NodeId>& chips) const;
  std::vector<int> ways_out(const Hierarchy& nodes, const std::vector<NodeId>& chips);

  const Topology& topology_;
  Routers& routers_;
  bool any_switch_reduces_;
  std::map<std::vector<NodeId>, KnownGroup> known_;
};

}  // namespace collsim
