#include "collective/ring_orders.h"

#include <algorithm>
#include <numeric>

#include "collective/ring.h"
#include "collective/totals.h"
#include "collective/verifier.h"
#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::vector<Rank> shuffled_ranks(int ranks, Random& random) {
  std::vector<Rank> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

GroupFacts nodes_of_four(std::vector<int> way_out) {
  GroupFacts facts;
  facts.ranks = 8;
  facts.nodes = nested_in_rank_order({4, 2});
  facts.way_out = std::move(way_out);
  return facts;
}

}  // namespace

TEST_CASE("ring: goes round in any order, and rank r's block stays block r", "[property]") {
  Random random(3);
  for (const int n : {1, 2, 3, 5, 8, 17, 24}) {
    for (const Op op : {Op::all_reduce, Op::all_gather, Op::reduce_scatter}) {
      for (const Bytes size : {Bytes{0}, Bytes{1}, Bytes{n - 1}, Bytes{n}, Bytes{(1 << 20) + 1}, Bytes{5} << 30}) {
        Problem problem{op, n, size, 1, 3, 2, 0};
        problem.orders = {shuffled_ranks(n, random), shuffled_ranks(n, random)};
        const auto ring = make_ring(problem);
        CAPTURE(to_string(op), n, size);
        const auto fault = find_fault(*ring, problem);
        CAPTURE(fault.value_or(""));
        REQUIRE_FALSE(fault);
        CHECK(sent_by_all(*ring, n) == (op == Op::all_reduce ? 2 : 1) * (n - 1) * size);
        for (int channel = 0; channel < 3 && n > 1; ++channel) {
          const auto& order = problem.orders[static_cast<std::size_t>(channel % 2)];
          std::vector<Transfer> sent;
          for (const Rank rank : order) ring->sends({channel, 0, 0, 0}, rank, sent);
          for (std::size_t i = 0; i < order.size(); ++i) CHECK(sent[i].to == order[(i + 1) % order.size()]);
        }
      }
    }
  }
}

TEST_CASE("ring: channels in different orders have different signatures") {
  Problem problem{Op::all_reduce, 4, 16, 1, 2, 1, 0};
  problem.orders = {{0, 1, 2, 3}, {3, 2, 1, 0}};
  const auto ring = make_ring(problem);
  CHECK(ring->signature({0, 0, 0, 0}) == ring->signature({0, 0, 0, 3}));
  CHECK(ring->signature({0, 0, 0, 0}) != ring->signature({1, 0, 0, 0}));
}

TEST_CASE("ring orders: node after node, there and back, begun at chips that are evenly apart") {
  const auto orders = rotated_orders(nested_in_rank_order({4, 2}), 2);
  REQUIRE(orders.size() == 2);
  CHECK(orders[0] == std::vector<Rank>{0, 1, 2, 3, 7, 6, 5, 4});
  CHECK(orders[1] == std::vector<Rank>{2, 3, 0, 1, 5, 4, 7, 6});
  CHECK(rotated_orders({}, 2).empty());
}

TEST_CASE("ring orders: ranks that are dealt over the nodes are gathered node by node") {
  const auto orders = rotated_orders(Hierarchy({2, 2}, {0, 2, 1, 3}), 2);
  CHECK(orders[0] == std::vector<Rank>{0, 2, 3, 1});
  CHECK(orders[1] == std::vector<Rank>{2, 0, 1, 3});
}

TEST_CASE("ring orders: from node to node they stay in place, and each enters and leaves where no other does",
          "[property]") {
  for (const int g : {2, 4, 8}) {
    for (const int nodes : {2, 4, 6}) {
      std::vector<int> entered(static_cast<std::size_t>(g * nodes), 0), left(entered);
      for (const auto& order : rotated_orders(nested_in_rank_order({g, nodes}), g)) {
        for (int node = 0; node < nodes; ++node) {
          const auto first = static_cast<std::size_t>(node * g), last = first + static_cast<std::size_t>(g) - 1;
          ++entered[static_cast<std::size_t>(order[first])];
          ++left[static_cast<std::size_t>(order[last])];
          CHECK(order[last] % g == order[(last + 1) % order.size()] % g);
        }
      }
      CHECK(std::all_of(entered.begin(), entered.end(), [](int count) { return count == 1; }));
      CHECK(std::all_of(left.begin(), left.end(), [](int count) { return count == 1; }));
    }
  }
}

TEST_CASE("ring orders: ring k begins at the first chip that has way out k, in each node its own") {
  // Two chips a way in the first node; in the second the other pairs.
  const GroupFacts facts = nodes_of_four({0, 0, 1, 1, 0, 1, 1, 0});
  CHECK(ways_out(facts) == 2);
  const auto orders = orders_by_way(facts, 2);
  CHECK(orders[0] == std::vector<Rank>{0, 1, 2, 3, 7, 6, 5, 4});
  CHECK(orders[1] == std::vector<Rank>{2, 3, 0, 1, 4, 7, 6, 5});
  CHECK(ways_out(GroupFacts{}) == 1);
}
