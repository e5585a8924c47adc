#include "collective/nvls_tree.h"

#include <algorithm>
#include <bit>

#include "collective/closed_form.h"
#include "collective/node_networks.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"

using namespace collsim;
using namespace collsim::test;

namespace {

using Net = NodeNetwork;

Bytes half(Bytes size, int channel) { return block_bytes(size, 2, channel); }

}  // namespace

TEST_CASE("nvls_tree: all data up to the switch, the own shard back, and trees of shards between nodes") {
  for (const auto& [chips, nodes] : {std::pair(1, 1), {1, 5}, {4, 1}, {2, 2}, {3, 3}, {8, 4}, {4, 16}, {5, 7}}) {
    for (const Bytes size : {Bytes{0}, Bytes{chips * nodes + 1}, Bytes{5} << 30}) {
      const auto program = make_nvls_tree(over_nodes(chips, nodes, size));
      CAPTURE(chips, nodes, size);
      // In the node every chip sends M and all of them the M of their shards; between nodes an edge carries a shard up
      // and down, so all edges of all shards 2(G-1) M.
      const Bytes in_nodes = chips > 1 ? (chips + 1) * nodes * size : 0;
      CHECK(sent_by_all(*program, chips * nodes) == in_nodes + 2 * (nodes - 1) * size);
      // The chip with the largest shards, in the node with two children in the first tree.
      const Bytes first = block_bytes(half(size, 0), chips, 0), second = block_bytes(half(size, 1), chips, 0);
      const Bytes in_node = chips > 1 ? size + first + second : 0;
      const Bytes outside = nodes > 1 ? std::min(nodes - 1, 3) * first + second : 0;
      Bytes worst = 0;
      for (Rank r = 0; r < chips * nodes; ++r) worst = std::max(worst, sent_by(*program, r));
      CHECK(worst == in_node + outside);
    }
  }
}

TEST_CASE(
    "nvls_tree: shards meet those of their position in every other node, the two trees in channels of their own") {
  const Problem problem = over_nodes(4, 8, 64);
  const auto program = make_nvls_tree(problem);
  CHECK(program->shape().channels == 2);
  CHECK(program->shape().steps == std::vector<int>(8, 1));  // one in the node, 3 levels up and down, one in the node
  for (const int channel : {0, 1}) {
    for (const int phase : {1, 2, 3, 4, 5, 6}) {
      for (Rank r = 0; r < problem.ranks; ++r) {
        std::vector<Transfer> sent;
        program->sends({channel, phase, 0, 0}, r, sent);
        for (const Transfer& t : sent) {
          CHECK_FALSE(t.in_network());
          CHECK(problem.hierarchy.coordinate(t.from, 0) == problem.hierarchy.coordinate(t.to, 0));
          CHECK(t.bytes == 64 / 2 / 4);
        }
      }
    }
  }
}

TEST_CASE("nvls_tree without nodes is nvls") {
  for (const int n : {2, 8, 16}) {
    const Bytes size = Bytes{1000} * 2 * n;
    CAPTURE(n);
    CHECK(ticks_apart(all_reduce_us({{n, 1}, "nvls_tree", size}),
                      2 * Net::kAlphaIn + 2 * static_cast<double>(size) / Net::kBytesPerUsIn) <= 2 + 0.01);
  }
}

TEST_CASE("nvls_tree in one chunk: 2 alpha_i + 2M/B_i, and the levels of a tree with M/2g a message between") {
  // The levels of both trees keep step and meet in no port. For two nodes one message each way is half of a shard: with
  // both halves of the operation M/(g B_e).
  for (const int chips : {2, 4, 8}) {
    for (const int nodes : {2, 3, 4, 5, 7, 8}) {
      for (const Bytes half_shard : {Bytes{1}, Bytes{12'345}, Bytes{100'000'000}}) {
        const Bytes size = 2 * chips * half_shard;
        const int levels = levels_over(nodes);
        const double in_node = 2 * Net::kAlphaIn + 2 * static_cast<double>(size) / Net::kBytesPerUsIn;
        const double between = 2 * levels * Net::kAlphaOut + 2 * messages_through_ports(nodes) *
                                                                 static_cast<double>(half_shard) / Net::kBytesPerUsOut;
        CAPTURE(chips, nodes, half_shard);
        const double ticks = 2 * levels + 2 + 0.01;
        CHECK(ticks_apart(all_reduce_us({{chips, nodes}, "nvls_tree", size}), in_node + between) <= ticks);
        if (!std::has_single_bit(static_cast<unsigned>(nodes))) continue;
        // A node that is no leaf of a tree need not wait for what its last messages there need to arrive: one of its
        // two multicasts, of M/2 each, begins alpha_e before the other.
        const double head_start = std::min(Net::kAlphaOut, static_cast<double>(size) / 2 / Net::kBytesPerUsIn);
        CHECK(ticks_apart(all_reduce_us({{chips, nodes}, "nvls_tree", size, "dataflow"}),
                          in_node + between - head_start) <= ticks);
      }
    }
  }
}

TEST_CASE("nvls_tree in many chunks approaches max((1+1/g) M/B_i, 2M/(g B_e)), for two nodes M/(g B_e)") {
  // In a round no port inside carries more than a chunk up, in g blocks of two channels, and its multicast shard: g + 1
  // flows a channel of m/2g each. None outside carries more than four halves of a shard (three messages as an inner
  // node of one tree, one as a leaf of the other), three of three nodes and two of two. So 2D+1+k rounds of the larger
  // alpha and the larger of these at most.
  for (const auto& [chips, nodes] : {std::pair(8, 2), {8, 4}, {2, 8}, {4, 3}}) {
    for (const int chunks : {16, 128}) {
      for (const char* sync : {"barrier", "dataflow"}) {
        const Bytes size = Bytes{1} << 33;
        const double bytes = static_cast<double>(size);
        const double inside = (1 + 1.0 / chips) * bytes / Net::kBytesPerUsIn;
        const double outside = std::min(nodes, 4) / 2.0 * bytes / chips / Net::kBytesPerUsOut;
        const double us = all_reduce_us({{chips, nodes}, "nvls_tree", size, sync, chunks});
        const double round = Net::kAlphaOut + std::max(inside, outside) / chunks;
        CAPTURE(chips, nodes, chunks, sync);
        CHECK(us >= std::max(inside, outside) - 4e-6 * chunks);
        CHECK(us <= (2 * levels_over(nodes) + 1 + chunks) * (round + 4e-6));
      }
    }
  }
}
