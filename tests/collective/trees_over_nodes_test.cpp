#include <algorithm>

#include "collective/binary_tree.h"
#include "collective/closed_form.h"
#include "collective/double_tree.h"
#include "collective/node_networks.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"

using namespace collsim;
using namespace collsim::test;

namespace {

using Net = NodeNetwork;

}  // namespace

TEST_CASE("trees over nodes: every edge of chain and tree carries its data up and down once") {
  for (const auto& [chips, nodes] : {std::pair(1, 1), {1, 6}, {4, 1}, {2, 2}, {3, 3}, {8, 4}, {4, 16}, {5, 7}}) {
    for (const Bytes size : {Bytes{0}, Bytes{chips * nodes + 1}, Bytes{5} << 30}) {
      const int n = chips * nodes;
      const Problem problem = over_nodes(chips, nodes, size);
      CAPTURE(chips, nodes, size);
      CHECK(sent_by_all(*make_binary_tree(problem), n) == 2 * (n - 1) * size);
      CHECK(sent_by_all(*make_double_tree(problem), n) == 2 * (n - 1) * size);
      // The head of the node with two children sends up, to both of them, and down its chain; a chip inside a chain
      // twice, its last once.
      const Bytes of_chips = std::min(chips - 1, 2) * size, down_chain = chips > 1 ? size : 0;
      const Bytes first = block_bytes(size, 2, 0), second = block_bytes(size, 2, 1);
      const Bytes of_two = nodes > 1 ? std::min(nodes - 1, 3) * first + second : 0;
      CHECK(worst_sent(*make_binary_tree(problem), n) ==
            std::max(of_chips, down_chain + std::min(nodes - 1, 3) * size));
      CHECK(worst_sent(*make_double_tree(problem), n) == std::max(of_chips, down_chain + of_two));
    }
  }
}

TEST_CASE("trees over nodes: chain hops, levels up, levels down, chain hops, and the heads of copies spread out") {
  const int copies = 2;
  const Problem problem = over_nodes(8, 5, 3000, copies);
  for (const int trees : {1, 2}) {
    const auto program = trees == 1 ? make_binary_tree(problem) : make_double_tree(problem);
    CHECK(program->shape().steps == std::vector<int>(7 + 3 + 3 + 7, 1));
    CHECK(program->shape().channels == copies * trees);
    for (int channel = 0; channel < copies * trees; ++channel) {
      const int head = channel / trees * 4;
      for (int phase = 7; phase < 13; ++phase) {
        for (Rank r = 0; r < problem.ranks; ++r) {
          std::vector<Transfer> sent;
          program->sends({channel, phase, 0, 0}, r, sent);
          for (const Transfer& t : sent) {
            CHECK(problem.hierarchy.coordinate(t.from, 0) == head);
            CHECK(problem.hierarchy.coordinate(t.to, 0) == head);
          }
        }
      }
    }
  }
}

TEST_CASE("trees over nodes in one chunk: 2(g-1)(alpha_i + M/B_i), and between nodes the tree over G heads") {
  // The two trees of a pair use one chain, each with half of the data, and between nodes one head's ports, where they
  // do not meet.
  for (const int chips : {2, 3, 8}) {
    for (const int nodes : {2, 3, 4, 5, 8}) {
      for (const Bytes size : {Bytes{8}, Bytes{1 << 20}, Bytes{1} << 32}) {
        const double bytes = static_cast<double>(size);
        const int levels = levels_over(nodes);
        const double in_node = 2 * (chips - 1) * (Net::kAlphaIn + bytes / Net::kBytesPerUsIn);
        const double latency = 2 * levels * Net::kAlphaOut;
        const double one_tree = 2 * messages_through_ports(nodes) * bytes / Net::kBytesPerUsOut;
        const double ticks = 2 * (chips - 1 + levels) + 0.01;
        CAPTURE(chips, nodes, size);
        CHECK(ticks_apart(all_reduce_us({{chips, nodes}, "binary_tree", size}), in_node + latency + one_tree) <= ticks);
        CHECK(ticks_apart(all_reduce_us({{chips, nodes}, "double_tree", size}), in_node + latency + one_tree / 2) <=
              ticks);
      }
    }
  }
}

TEST_CASE("trees over nodes: of next to nothing, 2[(g-1) alpha_i + ceil(log2 G) alpha_e]") {
  // A byte or two takes less than a nanosecond a hop.
  for (const auto& [chips, nodes] : {std::pair(4, 3), {8, 4}, {2, 16}}) {
    const double latency = 2 * ((chips - 1) * Net::kAlphaIn + levels_over(nodes) * Net::kAlphaOut);
    for (const char* algorithm : {"binary_tree", "double_tree"}) {
      const double us = all_reduce_us({{chips, nodes}, algorithm, 2, "dataflow"});
      CAPTURE(chips, nodes, algorithm);
      CHECK(us >= latency);
      CHECK(us <= latency + 2 * (chips - 1 + 2 * levels_over(nodes)) * 1e-3);
    }
  }
}

TEST_CASE("trees over nodes in many chunks: the heads' ports or the chains', whichever are busier") {
  // An inner chip of a chain carries M up and M down each way; a head's port outside 3M in one tree, 2M in two (from
  // four nodes on). 2(g-1+D)-1+k rounds of the larger alpha and load; a chip inside no more than two chunks, the
  // head none outside more than three (four halves).
  for (const auto& [algorithm, loads] : {std::pair("binary_tree", 3), {"double_tree", 2}}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      const int chunks = 128;
      const double bytes = static_cast<double>(Bytes{1} << 32);
      const double limit = std::max(2 * bytes / Net::kBytesPerUsIn, loads * bytes / Net::kBytesPerUsOut);
      const double us = all_reduce_us({{4, 4}, algorithm, Bytes{1} << 32, sync, chunks});
      CAPTURE(algorithm, sync);
      CHECK(us >= limit - 1e-3);
      CHECK(us <= (2 * (3 + 2) - 1 + chunks) * (Net::kAlphaOut + limit / chunks + 1e-5));
    }
  }
}
