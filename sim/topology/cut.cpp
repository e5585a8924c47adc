#include "topology/cut.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>

namespace collsim {
namespace {

// More than all that is finite.
constexpr std::int64_t kEndless = std::int64_t{1} << 53;

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Capacity = std::int64_t;  // whole numbers, so that the search ends
using FlowGraph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS, boost::no_property,
    boost::property<boost::edge_capacity_t, Capacity,
                    boost::property<boost::edge_residual_capacity_t, Capacity,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

void add_arc(FlowGraph& graph, std::size_t from, std::size_t to, Capacity capacity) {
  const auto forth = boost::add_edge(from, to, graph).first;
  const auto back = boost::add_edge(to, from, graph).first;
  boost::put(boost::edge_capacity, graph, forth, capacity);
  boost::put(boost::edge_capacity, graph, back, Capacity{0});
  boost::put(boost::edge_reverse, graph, forth, back);
  boost::put(boost::edge_reverse, graph, back, forth);
}

}  // namespace

double least_cut(const Topology& topology, std::span<const NodeId> from, std::span<const NodeId> to) {
  std::vector<double> bandwidth;
  for (LinkId id = 0; id < topology.link_count(); ++id) bandwidth.push_back(topology.link(id).bandwidth);
  return least_cut(topology, bandwidth, from, to);
}

double least_cut(const Topology& topology, std::span<const double> bandwidth, std::span<const NodeId> from,
                 std::span<const NodeId> to) {
  const std::size_t nodes = topology.node_count();
  const std::size_t source = nodes, sink = nodes + 1;
  FlowGraph graph(nodes + 2);
  std::vector<char> sends(nodes, 0), receives(nodes, 0);
  for (NodeId id = 0; id < nodes; ++id) sends[id] = receives[id] = topology.node(id).forwards;
  for (const NodeId id : from) sends[id] = 1;
  for (const NodeId id : to) receives[id] = 1;
  double all = 0;
  for (const double b : bandwidth) all += std::isinf(b) ? 0 : b;
  // As fine as doubles are, and no sum can overflow; by a power of two, so that whole numbers stay exact.
  const double scale = std::exp2(std::floor(52 - std::log2(std::max(all, std::numeric_limits<double>::min()))));
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link& link = topology.link(id);
    if (!sends[link.from] || !receives[link.to]) continue;
    const bool endless = std::isinf(bandwidth[id]);
    add_arc(graph, link.from, link.to, endless ? kEndless : std::llround(bandwidth[id] * scale));
  }
  for (const NodeId id : from) add_arc(graph, source, id, kEndless);
  for (const NodeId id : to) add_arc(graph, id, sink, kEndless);
  const Capacity most = boost::push_relabel_max_flow(graph, source, sink);
  return most >= kEndless ? std::numeric_limits<double>::infinity() : static_cast<double>(most) / scale;
}

}  // namespace collsim
