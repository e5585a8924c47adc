#include "collective/nccl_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "collective/ring_orders.h"

// The figures below are NCCL's, in microseconds and GB/s, as src/graph/tuning.cc of v2.20.3-1 has them; by protocol in
// the order of Protocol: simple, ll, ll128.

namespace collsim {
namespace {

using Link = NcclGraph::Link;
using Generation = NcclGraph::Generation;
using ByProtocol = std::array<double, 3>;

constexpr std::size_t to_index(auto value) { return static_cast<std::size_t>(value); }

/// baseLat, by algorithm.
constexpr std::array<ByProtocol, 6> base_latency{{{0, 6.8, 14}, {8.4, 6.6, 14}, {}, {}, {}, {}}};

/// hwLat: one hop, by link and algorithm.
constexpr std::array<std::array<ByProtocol, 6>, 3> hop_latency{
    {{{{28, .6, 1.25}, {3.4, .6, 1.9}, {3.7, 0, 0}, {2.8, 0, 0}, {23, 0, 0}, {23, 0, 0}}},
     {{{28, 1, 1.9}, {5.7, 1, 2.5}, {3.7, 0, 0}, {2.8, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
     {{{28, 5, 8.5}, {14, 2.7, 4}, {31, 0, 0}, {30, 0, 0}, {18, 0, 0}, {14, 0, 0}}}}};

/// On one node, two, and more.
using ByNodes = std::array<double, 3>;

/// llMaxBws: on one node by generation, on several that of Intel hosts.
constexpr std::array<double, 3> ll_most_in_node{39, 87.7, 87.7};
constexpr ByNodes ll_most_between{0, 39, 20.4};
/// perChMaxRingLL128Bws, perChMaxTreeLL128Bws, perChMaxTreeBws: of one channel, by generation.
constexpr std::array<double, 3> ring_ll128_most{20, 20, 36.7};
constexpr std::array<ByNodes, 3> tree_ll128_most{{{20, 20, 20}, {20, 20, 20}, {36.7, 36.7, 29}}};
constexpr std::array<ByNodes, 3> tree_most{{{26.5, 18.5, 10}, {24, 23.6, 17.8}, {38.7, 41.4, 36}}};

/// treeCorrectionFactor: trees do not keep to the model at middle sizes. By powers of two from 64 B to 256 MiB.
constexpr std::array<std::array<double, 23>, 3> tree_correction{
    {{.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9},
     {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1},
     {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1}}};

constexpr double pcie_most = 64, volta_most = 200, ampere_most = 400;
constexpr double giga = 1e9;

int floor_log2(Bytes value) {
  return value < 2 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value))) - 1;
}

std::size_t nodes_scale(int nodes) { return static_cast<std::size_t>(std::min(nodes, 3) - 1); }

/// The tier that makes a node: the outermost in one node, else the one whose groups are as large. Null where each chip
/// is a node.
const TierFacts* node_tier(const GroupFacts& facts) {
  if (facts.node_count == 1) return &facts.tier_facts.back();
  if (facts.nodes.flat()) return nullptr;
  for (int tier = 0; tier + 1 < facts.tiers.tiers(); ++tier)
    if (facts.tiers.below(tier + 1) == facts.nodes.size(0)) return &facts.tier_facts[static_cast<std::size_t>(tier)];
  return &facts.tier_facts.front();
}

Generation generation_of(const TierFacts* node) {
  if (node == nullptr) return Generation::ampere;
  const double bandwidth = node->bandwidth / giga;
  return bandwidth < volta_most ? Generation::volta : bandwidth < ampere_most ? Generation::ampere : Generation::hopper;
}

void open_channels_in_node(NcclGraph& graph) {
  const double each = graph.inside == Link::pci ? 12 : graph.generation == Generation::hopper ? 30 : 20;
  graph.bandwidth = graph.node_bandwidth;
  graph.channels = std::max(1, static_cast<int>(graph.bandwidth / each));
}

void open_channels_between(NcclGraph& graph, const GroupFacts& facts, double way_out) {
  const int ways = ways_out(facts);
  graph.channels = ways;
  graph.bandwidth = ways * way_out;
  if (graph.node_bandwidth > 0) graph.bandwidth = std::min(graph.bandwidth, graph.node_bandwidth);
  const double each = graph.bandwidth / ways;
  const bool many = graph.generation == Generation::hopper && each < 50 && ways > 4;
  if (each >= 25 && !many) graph.channels *= 2;
}

bool nccl_has(const NcclGraph& graph, Op op, NcclAlgorithm algorithm, Protocol protocol) {
  const bool ring = algorithm == NcclAlgorithm::ring;
  switch (op) {
    case Op::all_reduce:
      break;
    case Op::all_gather:
    case Op::reduce_scatter:
      if (!ring && algorithm != NcclAlgorithm::nvls) return false;
      break;
    case Op::broadcast:
    case Op::reduce:
      if (!ring) return false;
      break;
    default:
      return false;
  }
  if (!ring && algorithm != NcclAlgorithm::tree) return protocol == Protocol::simple;
  return protocol != Protocol::ll128 || graph.inside == Link::nvlink;
}

int ring_steps(const NcclGraph& graph, Op op) {
  if (op == Op::all_reduce) return 2 * (graph.ranks - 1);
  return op == Op::broadcast || op == Op::reduce ? graph.ranks : graph.ranks - 1;
}

double ring_bandwidth(const NcclGraph& graph, Op op, Protocol protocol) {
  const bool one_node = graph.nodes == 1;
  double bus = graph.bandwidth;
  if (protocol == Protocol::ll) {
    const double most =
        one_node ? ll_most_in_node[to_index(graph.generation)] : ll_most_between[nodes_scale(graph.nodes)];
    const bool third = one_node && op != Op::all_reduce && op != Op::reduce;
    bus = std::min(most, bus / (third ? 3 : 4));
  }
  if (protocol == Protocol::ll128)
    bus = std::min(bus * (graph.ranks_per_node() < 2 ? 0.7 : 0.92),
                   graph.channels * ring_ll128_most[to_index(graph.generation)]);
  return bus * graph.ranks / ring_steps(graph, op);
}

double tree_bandwidth(const NcclGraph& graph, Protocol protocol, Bytes size) {
  const std::size_t nodes = nodes_scale(graph.nodes), generation = to_index(graph.generation);
  double bus = std::min(graph.bandwidth * 0.92, graph.channels * tree_most[generation][nodes]);
  if (protocol == Protocol::ll)
    bus = std::min(bus / 3.8, graph.nodes == 1 ? ll_most_in_node[generation] : ll_most_between[nodes]);
  if (protocol == Protocol::ll128)
    bus =
        std::min(bus * (graph.nodes == 1 ? 7.0 / 9 : 120.0 / 128), graph.channels * tree_ll128_most[generation][nodes]);
  const auto power = static_cast<std::size_t>(floor_log2(size / 64));
  const auto& correction = tree_correction[to_index(protocol)];
  return bus / 2 * (power < correction.size() ? correction[power] : 1);
}

double collnet_direct_bandwidth(const NcclGraph& graph) {
  // It wants an adapter for each chip.
  const double chips_per_channel = graph.ranks_per_node() / graph.channels;
  const double slower = chips_per_channel - (chips_per_channel - 1) / 2;
  return graph.bandwidth / slower * (graph.generation == Generation::hopper ? 0.85 : 1) / 2;
}

double nccl_bandwidth(const NcclGraph& graph, Op op, NcclAlgorithm algorithm, Protocol protocol, Bytes size) {
  constexpr double nvls_ratio = 5.0 / 6;
  switch (algorithm) {
    case NcclAlgorithm::tree:
      return tree_bandwidth(graph, protocol, size);
    case NcclAlgorithm::ring:
      return ring_bandwidth(graph, op, protocol);
    case NcclAlgorithm::collnet_direct:
      return collnet_direct_bandwidth(graph);
    case NcclAlgorithm::collnet_chain:
      return graph.bandwidth / 2;
    case NcclAlgorithm::nvls:
      return graph.bandwidth * nvls_ratio;
    case NcclAlgorithm::nvls_tree:
      return std::min(graph.node_bandwidth, graph.nodes <= 2 ? graph.bandwidth : graph.bandwidth / 2) * nvls_ratio;
  }
  return 0;
}

double ring_latency(const NcclGraph& graph, Op op, Protocol protocol, Bytes size) {
  const auto hop = [&](Link link) {
    return hop_latency[to_index(link)][to_index(NcclAlgorithm::ring)][to_index(protocol)];
  };
  const double base = base_latency[to_index(NcclAlgorithm::ring)][to_index(protocol)];
  const bool several = graph.nodes > 1;
  if (op == Op::broadcast || op == Op::reduce) return base + hop(several ? Link::network : graph.inside);
  const int between = !several ? 0 : op == Op::all_reduce ? 2 * graph.nodes : graph.nodes - 1;
  // Each step of a ring over several nodes is posted to the network at one of them.
  const double posting = !several ? 0 : protocol == Protocol::simple ? 3 : 1;
  const double inside = std::max(hop(graph.inside), posting);
  const double latency = base + (ring_steps(graph, op) - between) * inside + between * hop(Link::network);
  const bool plateau = several && op == Op::all_reduce && protocol == Protocol::simple &&
                       size / (static_cast<Bytes>(graph.channels) * graph.ranks) >= 64;
  return latency * (!plateau ? 1 : graph.generation == Generation::volta ? 1.9 : 1.4);
}

double nccl_latency(const NcclGraph& graph, Op op, NcclAlgorithm algorithm, Protocol protocol, Bytes size) {
  const auto hop = [&](Link link) { return hop_latency[to_index(link)][to_index(algorithm)][to_index(protocol)]; };
  const int others = graph.ranks / graph.nodes - 1;
  const double base = base_latency[to_index(algorithm)][to_index(protocol)];
  const double inside = hop(graph.inside), between = hop(Link::network);
  switch (algorithm) {
    case NcclAlgorithm::tree:
      return base + 2 * (others * inside + floor_log2(graph.nodes) * between);
    case NcclAlgorithm::ring:
      return ring_latency(graph, op, protocol, size);
    case NcclAlgorithm::collnet_direct:
      return base + 2 * (std::min(1, others) * inside + others * 0.4) + between;
    case NcclAlgorithm::collnet_chain:
      return base + 2 * others * inside + between;
    case NcclAlgorithm::nvls:
      return inside + (graph.nodes > 1 ? between : 0);
    case NcclAlgorithm::nvls_tree:
      return base + inside + 2 * floor_log2(graph.nodes) * between;
  }
  return 0;
}

}  // namespace

NcclGraph nccl_graph(const GroupFacts& facts, double utilization) {
  NcclGraph graph;
  graph.ranks = facts.ranks;
  if (facts.ranks < 2) return graph;
  graph.nodes = facts.node_count;
  const TierFacts* node = node_tier(facts);
  graph.generation = generation_of(node);
  if (node != nullptr) {
    graph.inside = node->bandwidth / giga > pcie_most ? Link::nvlink : Link::pci;
    graph.node_bandwidth = node->bandwidth / giga * utilization;
  }
  if (graph.nodes == 1)
    open_channels_in_node(graph);
  else
    open_channels_between(graph, facts, facts.tier_facts.back().bandwidth / giga * utilization);
  return graph;
}

std::optional<double> nccl_time_us(const NcclGraph& graph, Op op, NcclAlgorithm algorithm, Protocol protocol,
                                   Bytes size) {
  if (graph.ranks < 2 || !nccl_has(graph, op, algorithm, protocol)) return {};
  return nccl_latency(graph, op, algorithm, protocol, size) +
         static_cast<double>(size) / (1e3 * nccl_bandwidth(graph, op, algorithm, protocol, size));
}

}  // namespace collsim
