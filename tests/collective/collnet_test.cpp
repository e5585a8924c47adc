#include <algorithm>

#include "collective/closed_form.h"
#include "collective/collnet_chain.h"
#include "collective/collnet_direct.h"
#include "collective/node_networks.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

using Net = NodeNetwork;

const std::vector<std::pair<int, int>> kShapes{{1, 1}, {1, 5}, {4, 1}, {2, 1}, {2, 2}, {3, 3}, {8, 4}, {4, 16}, {5, 7}};

double us_of(Bytes bytes, double bytes_per_us) { return static_cast<double>(bytes) / bytes_per_us; }

}  // namespace

TEST_CASE("collnet_chain: 2(g-1) hops of all data in each node, and each head's data once") {
  for (const auto& [chips, nodes] : kShapes) {
    for (const Bytes size : {Bytes{0}, Bytes{chips * nodes + 1}, Bytes{5} << 30}) {
      const auto program = make_collnet_chain(over_nodes(chips, nodes, size));
      const int by_head = nodes > 1 ? 1 : 0, copies = chips > 1 ? 1 : 0;
      CAPTURE(chips, nodes, size);
      CHECK(sent_by_all(*program, chips * nodes) == nodes * (2 * (chips - 1) + by_head) * size);
      // A chip inside the chain sends both ways, the head out and back; the last of two up alone.
      CHECK(worst_sent(*program, chips * nodes) == std::max(by_head + copies, std::min(chips - 1, 2)) * size);
    }
  }
}

TEST_CASE("collnet_direct: all shards but one to the node, that one to the network and back to the node") {
  for (const auto& [chips, nodes] : kShapes) {
    for (const Bytes size : {Bytes{0}, Bytes{chips * nodes + 1}, Bytes{5} << 30}) {
      const Problem problem = over_nodes(chips, nodes, size);
      const auto program = make_collnet_direct(problem);
      const int to_network = nodes > 1 ? 1 : 0;
      CAPTURE(chips, nodes, size);
      CHECK(sent_by_all(*program, chips * nodes) == nodes * (2 * (chips - 1) + to_network) * size);
      for (Rank r = 0; r < problem.ranks; ++r) {
        const Bytes shard = block_bytes(size, chips, problem.hierarchy.coordinate(r, 0));
        CHECK(sent_by(*program, r) == size - shard + to_network * shard + (chips - 1) * shard);
      }
    }
  }
}

TEST_CASE("collnet_chain: the heads of the channels are spread over the node, and the chain runs round from them") {
  const Problem problem = over_nodes(8, 3, 3000, 4);
  const auto program = make_collnet_chain(problem);
  CHECK(program->shape().steps == std::vector<int>(15, 1));
  for (int channel = 0; channel < 4; ++channel) {
    int heads = 0;
    for (Rank r = 0; r < problem.ranks; ++r) {
      std::vector<Transfer> sent, first;
      program->sends({channel, 7, 0, 0}, r, sent);
      program->sends({channel, 0, 0, 0}, r, first);
      const int position = problem.hierarchy.coordinate(r, 0);
      CHECK(sent.size() == (position == channel * 2 ? 1U : 0U));
      CHECK(first.size() == (position == (channel * 2 + 7) % 8 ? 1U : 0U));
      heads += static_cast<int>(sent.size());
      for (const Transfer& t : sent) CHECK((t.more_from.size() == 2 && t.more_to.size() == 2 && t.from == t.to));
    }
    CHECK(heads == 3);
  }
}

TEST_CASE("collnet of chips that are nodes: one transfer up the tree of switches and down, alpha + M/B") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : any_sizes()) {
      for (const char* algorithm : {"collnet_chain", "collnet_direct"}) {
        for (const char* sync : {"barrier", "dataflow"}) {
          const double us = time_us(reducing_star(n) + "model: {sync: " + sync + "}\n" +
                                    collectives({std::string("{op: all_reduce, algorithm: ") + algorithm +
                                                 ", size: " + std::to_string(size) + "}"}));
          CAPTURE(n, size, algorithm, sync);
          CHECK(ticks_apart(us, Form{1, size}.us()) <= 1 + 0.01);
        }
      }
    }
  }
}

TEST_CASE("collnet over two levels of switches pays twice the longest latency to the root, and the narrowest link") {
  // Up from the far leaf and down to it: 2 (2 + 7) us. M over the 10 GB/s of the near leaf's uplink.
  const std::string net = topology(
      "{id: \"c[0-3]\", kind: chip}, {id: \"leaf[0-1]\", kind: switch, reduces: true, multicasts: true}, "
      "{id: top, kind: switch, reduces: true, multicasts: true}",
      "{from: \"c[0-1]\", to: leaf0, bandwidth: 25 GB/s, latency: 1 us}, {from: \"c[2-3]\", to: leaf1, bandwidth: 25 "
      "GB/s, latency: 2 us}, {from: leaf0, to: top, bandwidth: 10 GB/s, latency: 3 us}, {from: leaf1, to: top, "
      "bandwidth: 25 GB/s, latency: 7 us}");
  const double us = time_us(net + "model: {alpha_start: 4 us}\n" +
                            collectives({"{op: all_reduce, algorithm: collnet_chain, size: 1 MB, groups: [1, 4]}"}));
  CHECK(ticks_apart(us, 4 + 2 * (2 + 7) + 1e6 / 10e3) <= 1.01);
}

TEST_CASE("collnet_chain in one chunk: 2(g-1)(alpha_i + M/B_i) + alpha_e + M/B_e") {
  for (const int chips : {2, 3, 8}) {
    for (const int nodes : {2, 3, 8}) {
      for (const Bytes size : {Bytes{7}, Bytes{1 << 20}, Bytes{1} << 32}) {
        const double in_node = 2 * (chips - 1) * (Net::kAlphaIn + us_of(size, Net::kBytesPerUsIn));
        const double between = Net::kAlphaOut + us_of(size, Net::kBytesPerUsOut);
        for (const char* sync : {"barrier", "dataflow"}) {
          CAPTURE(chips, nodes, size, sync);
          CHECK(ticks_apart(all_reduce_us({{chips, nodes}, "collnet_chain", size, sync}), in_node + between) <=
                2 * chips - 1 + 0.01);
        }
      }
    }
  }
}

TEST_CASE("collnet_direct in one chunk: 2(alpha_i + (g-1)/g M/B_i) + alpha_e + M/(g B_e)") {
  for (const int chips : {2, 3, 8}) {
    for (const int nodes : {2, 3, 8}) {
      for (const Bytes shard : {Bytes{7}, Bytes{1 << 20}, Bytes{1} << 29}) {
        const double in_node = 2 * (Net::kAlphaIn + us_of((chips - 1) * shard, Net::kBytesPerUsIn));
        const double between = Net::kAlphaOut + us_of(shard, Net::kBytesPerUsOut);
        for (const char* sync : {"barrier", "dataflow"}) {
          CAPTURE(chips, nodes, shard, sync);
          CHECK(ticks_apart(all_reduce_us({{chips, nodes}, "collnet_direct", chips * shard, sync}),
                            in_node + between) <= 3 + 0.01);
        }
      }
    }
  }
}

TEST_CASE(
    "collnet_chain in many chunks approaches max(2M/B_i, M/B_e), with a channel for each chip max(2M/B_i, M/(gB_e))") {
  // A chip inside the chain carries M each way up and M down; with a channel for each chip all of them do, and each
  // takes its own nic. 2(g-1)+k rounds of the larger alpha and the larger load.
  for (const int channels : {1, 8}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      const Bytes size = Bytes{1} << 33;
      const int chunks = 128;
      const double us = all_reduce_us({{8, 4}, "collnet_chain", size, sync, chunks, channels});
      const double limit = std::max(2 * us_of(size, Net::kBytesPerUsIn), us_of(size, Net::kBytesPerUsOut) / channels);
      CAPTURE(channels, sync);
      // With a channel for each chip the head sends out and one way only: 2(g-1)/g of the in-node load at least.
      CHECK(us >= limit * (channels == 1 ? 1 : 7.0 / 8));
      CHECK(us <= (14 + chunks) * (Net::kAlphaOut + limit / chunks + 1e-5));
    }
  }
}
