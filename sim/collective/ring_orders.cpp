#include "collective/ring_orders.h"

#include <algorithm>

namespace collsim {
namespace {

/// `first` tells with which place the ring begins in an even node, or ends in an odd one, from a rank of the node.
template <class First>
std::vector<Rank> order_through(const Hierarchy& nodes, First first) {
  std::vector<Rank> order;
  const int places = nodes.size(0);
  for (int node = 0; node < nodes.size(1); ++node) {
    const Rank lowest = nodes.with(nodes.with(0, 1, node), 0, 0);
    const int begin = first(lowest);
    for (int i = 0; i < places; ++i) {
      const int place = node % 2 == 0 ? begin + i : begin + places - 1 - i;
      order.push_back(nodes.with(lowest, 0, place % places));
    }
  }
  return order;
}

}  // namespace

int ways_out(const GroupFacts& facts) {
  if (facts.way_out.empty()) return 1;
  return 1 + *std::max_element(facts.way_out.begin(), facts.way_out.end());
}

std::vector<std::vector<Rank>> rotated_orders(const Hierarchy& nodes, int rings) {
  std::vector<std::vector<Rank>> orders;
  if (nodes.flat()) return orders;
  for (int ring = 0; ring < rings; ++ring) {
    orders.push_back(order_through(nodes, [&](Rank) { return evenly_spread(ring, rings, nodes.size(0)); }));
  }
  return orders;
}

std::vector<std::vector<Rank>> orders_by_way(const GroupFacts& facts, int rings) {
  const Hierarchy& nodes = facts.nodes;
  if (facts.way_out.empty()) return rotated_orders(nodes, rings);
  std::vector<std::vector<Rank>> orders;
  for (int ring = 0; ring < rings; ++ring) {
    orders.push_back(order_through(nodes, [&](Rank lowest) {
      for (int place = 0; place < nodes.size(0); ++place) {
        if (facts.way_out[static_cast<std::size_t>(nodes.with(lowest, 0, place))] == ring) return place;
      }
      return evenly_spread(ring, rings, nodes.size(0));
    }));
  }
  return orders;
}

}  // namespace collsim
