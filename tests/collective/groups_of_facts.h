#pragma once

#include <vector>

#include "collective/group_facts.h"

// Facts of the groups that choices are tested on, as a network of that kind would give them.

namespace collsim::test {

/// `ranks` chips of one node, every pair connected at `GBps`.
inline GroupFacts one_node(int ranks, double GBps) {
  GroupFacts facts;
  facts.ranks = ranks;
  facts.tier_facts = {{GBps * 1e9, Duration(200'000)}};
  facts.fully_connected = true;
  return facts;
}

/// `nodes` nodes of `chips`, `inside` GB/s in a node, with `ways` ways out of `outside` GB/s each.
inline GroupFacts several_nodes(int nodes, int chips, double inside, int ways, double outside) {
  GroupFacts facts;
  facts.ranks = nodes * chips;
  facts.node_count = nodes;
  facts.tiers = facts.nodes = nested_in_rank_order({chips, nodes});
  facts.tier_facts = {{inside * 1e9, Duration(200'000)}, {outside * 1e9, Duration(3'000'000)}};
  for (int rank = 0; rank < facts.ranks; ++rank) facts.way_out.push_back(rank % chips * ways / chips);
  facts.fully_connected = true;
  return facts;
}

/// Every chip is a node of its own, `GBps` from each to each.
inline GroupFacts lone_chips(int ranks, double GBps) {
  GroupFacts facts;
  facts.ranks = ranks;
  facts.tier_facts = {{GBps * 1e9, Duration(1'000'000)}};
  facts.node_count = ranks;
  return facts;
}

}  // namespace collsim::test
