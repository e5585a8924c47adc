#include "collective/nodes.h"

#include <cassert>

namespace collsim {
namespace {

Hierarchy two_tiers(const Problem& problem, Nodes::Flat flat) {
  if (!problem.hierarchy.flat()) return problem.hierarchy;
  return flat == Nodes::Flat::one_node ? nested_in_rank_order({problem.ranks, 1})
                                       : nested_in_rank_order({1, problem.ranks});
}

}  // namespace

Nodes::Nodes(const Problem& problem, Flat flat) : tiers_(two_tiers(problem, flat)) {
  assert(tiers_.tiers() == 2);
  by_node_.resize(static_cast<std::size_t>(problem.ranks));
  by_position_.resize(by_node_.size());
  for (Rank r = 0; r < problem.ranks; ++r) {
    by_node_[static_cast<std::size_t>(node(r) * size() + position(r))] = r;
    by_position_[static_cast<std::size_t>(position(r) * count() + node(r))] = r;
  }
}

}  // namespace collsim
