#include "route_text.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "command_line.h"
#include "result/text.h"
#include "routing/shortest.h"
#include "routing/way_fan.h"
#include "text_table.h"

namespace collsim {
namespace {

NodeId node_named(const Topology& topology, const std::string& name) {
  if (const auto id = topology.find_node(name)) return *id;
  std::vector<std::string_view> names;
  for (NodeId id = 0; id < topology.node_count(); ++id) names.push_back(topology.node(id).name);
  throw UsageError("topology " + topology.name() + " has no node " + quote(name) + suggestion(name, names));
}

/// A hop's latency is the link's and, unless it arrives there, that of the node which forwards.
std::vector<std::string> row_of(const Topology& topology, LinkId id, NodeId destination) {
  const Link& link = topology.link(id);
  const Node& node = topology.node(link.to);
  const bool arrived = link.to == destination;
  return {topology.link_name(id),
          to_string(link.tier),
          format_bandwidth(link.bandwidth),
          format_time(link.latency),
          arrived ? "-" : format_time(node.latency),
          arrived ? "destination" : to_string(node.kind)};
}

double least_bandwidth(const Topology& topology, const Route& route) {
  double least = topology.link(route.links.front()).bandwidth;
  for (LinkId id : route.links) least = std::min(least, topology.link(id).bandwidth);
  return least;
}

/// Other routes of as many hops are what all kinds of routing but `shortest` use.
void write_other_ways(const Topology& topology, NodeId from, NodeId to, std::ostream& out) {
  EqualCost ways(topology);
  WayFan fan(ways);
  if (!fan.lay_out(topology, from, to) || fan.count() == 1) return;
  std::size_t most = 0;
  for (std::size_t hop = 0; hop < fan.hops(); ++hop) most = std::max(most, fan.hop(hop).size());
  out << six_digits(fan.count()) << " ways of " << fan.hops() << (fan.hops() == 1 ? " hop" : " hops") << ", over up to "
      << most << " links side by side: model.routing says how messages use them\n";
}

const Route& route_between(ShortestRouter& router, const Topology& topology, NodeId from, NodeId to) {
  const Route* route = router.find(from, to);
  if (route == nullptr)
    throw SimulationError("no route from " + topology.node(from).name + " to " + topology.node(to).name +
                          ": nothing that forwards connects them");
  return *route;
}

}  // namespace

void write_route(const Topology& topology, Ties ties, const std::string& from, const std::string& to,
                 std::ostream& out) {
  const NodeId source = node_named(topology, from), destination = node_named(topology, to);
  if (source == destination) throw UsageError("--path needs two different nodes, not " + quote(from) + " twice");
  ShortestRouter router(topology, ties);
  const Route& route = route_between(router, topology, source, destination);
  std::vector<std::vector<std::string>> rows{{"hop", "tier", "bandwidth", "link latency", "node latency", "at"}};
  for (LinkId id : route.links) rows.push_back(row_of(topology, id, destination));
  write_text_table(rows, "", out);
  out << route.links.size() << (route.links.size() == 1 ? " hop" : " hops") << ", least bandwidth "
      << format_bandwidth(least_bandwidth(topology, route)) << ", alpha_path " << format_time(route.latency) << '\n';
  write_other_ways(topology, source, destination, out);
}

}  // namespace collsim
