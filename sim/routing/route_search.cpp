#include "routing/route_search.h"

#include <algorithm>
#include <cassert>

#include "topology/graph.h"

namespace collsim {
namespace {

constexpr std::uint32_t kNoStop = std::numeric_limits<std::uint32_t>::max();

}  // namespace

RouteSearch::RouteSearch(const Topology& topology, const std::vector<char>* dead)
    : topology_(topology), dead_(dead), stop_of_(2 * topology.node_count(), kNoStop) {}

std::uint32_t RouteSearch::distance(RouteState state) const {
  if (state % topology_.node_count() == to_) return 0;
  const std::uint32_t hops = field_->hops(state);
  return hops == HopField::kUnreachable ? hops : hops + extra_;
}

bool RouteSearch::find(NodeId from, NodeId to, HopField& field, std::uint32_t extra, std::uint32_t choice, Route& out) {
  field_ = &field;
  extra_ = extra;
  to_ = to;
  if (!field.search_for(from)) return false;
  lay_out(from);
  if (stops_.back().state != to_) return false;  // its field's node is not cut off, it is
  if (hops_.size() + 1 == stops_.size()) {
    take_only_way(out);
    return true;
  }
  const double width = widest();
  quickest(width);
  walk(width, choice, out);
  return true;
}

void RouteSearch::lay_out(NodeId from) {
  stops_.assign(1, {from});
  hops_.clear();
  for (std::uint32_t stop = 0; stop < stops_.size(); ++stop) {
    stops_[stop].first_hop = static_cast<std::uint32_t>(hops_.size());
    add_hops(stop);
  }
  for (const Stop& stop : stops_) stop_of_[stop.state] = kNoStop;
}

void RouteSearch::add_hops(std::uint32_t stop) {
  const Graph& graph = topology_.graph();
  const RouteState state = stops_[stop].state;
  const NodeId node = state % static_cast<NodeId>(topology_.node_count());
  const std::uint32_t left = distance(state);
  if (left == 0) return;
  if (left == 1) {
    // The few links into the destination, not the many out of a switch.
    const auto [first, last] = boost::in_edges(to_, graph.csr);
    for (auto e = first; e != last; ++e) {
      if (boost::source(*e, graph.csr) == node) add_hop(stop, graph.index(*e));
    }
    return;
  }
  const bool came_from_chip = state != node;
  const auto [first, last] = boost::out_edges(node, graph.csr);
  for (auto e = first; e != last; ++e) {
    const NodeId next = boost::target(*e, graph.csr);
    const Node& n = topology_.node(next);
    if (!n.forwards || (came_from_chip && n.kind == NodeKind::chip)) continue;
    if (distance(entering(topology_, node, next)) == left - 1) add_hop(stop, graph.index(*e));
  }
}

void RouteSearch::add_hop(std::uint32_t stop, LinkId id) {
  if (dead_ != nullptr && (*dead_)[id] != 0) return;
  const Link& link = topology_.link(id);
  const RouteState state = link.to == to_ ? to_ : entering(topology_, link.from, link.to);
  if (stop_of_[state] == kNoStop) {
    stop_of_[state] = static_cast<std::uint32_t>(stops_.size());
    stops_.push_back({state});
  }
  hops_.push_back({id, stop, stop_of_[state]});
}

/// Every stop but the last has a hop, so that as many hops as that are one chain: nothing to choose.
void RouteSearch::take_only_way(Route& out) const {
  out.links.clear();
  out.latency = {};
  for (const Hop& hop : hops_) {
    out.links.push_back(hop.link);
    out.latency += own_cost(hop);
  }
}

double RouteSearch::widest() {
  stops_.front().width = std::numeric_limits<double>::infinity();
  for (const Hop& hop : hops_) {
    const double width = std::min(stops_[hop.from].width, topology_.link(hop.link).bandwidth);
    stops_[hop.to].width = std::max(stops_[hop.to].width, width);
  }
  return stops_.back().width;
}

Duration RouteSearch::own_cost(const Hop& hop) const {
  const Link& link = topology_.link(hop.link);
  return link.latency + (link.to == to_ ? Duration{} : topology_.node(link.to).latency);
}

Duration RouteSearch::cost(const Hop& hop) const { return own_cost(hop) + stops_[hop.to].to_go; }

void RouteSearch::quickest(double width) {
  constexpr Duration kNever = Duration::max() / 4;  // sums of a few stay in range
  for (Stop& stop : stops_) stop.to_go = kNever;
  stops_.back().to_go = {};
  for (auto hop = hops_.rbegin(); hop != hops_.rend(); ++hop) {
    if (topology_.link(hop->link).bandwidth < width) continue;
    stops_[hop->from].to_go = std::min({stops_[hop->from].to_go, cost(*hop), kNever});
  }
}

void RouteSearch::walk(double width, std::uint32_t choice, Route& out) const {
  out.links.clear();
  out.latency = stops_.front().to_go;
  std::uint32_t stop = 0;
  while (stop + 1 < stops_.size()) {
    const auto fits = [&](const Hop& hop) {
      return topology_.link(hop.link).bandwidth >= width && cost(hop) == stops_[stop].to_go;
    };
    const auto first = hops_.begin() + stops_[stop].first_hop;
    const auto last = hops_.begin() + stops_[stop + 1].first_hop;
    assert(std::any_of(first, last, fits));
    auto skip = choice % static_cast<std::uint32_t>(std::count_if(first, last, fits));
    const auto chosen = std::find_if(first, last, [&](const Hop& hop) { return fits(hop) && skip-- == 0; });
    out.links.push_back(chosen->link);
    stop = chosen->to;
  }
}

}  // namespace collsim
