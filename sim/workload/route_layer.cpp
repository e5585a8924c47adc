#include "workload/route_layer.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "routing/hop_choice.h"

namespace collsim {
namespace {

// Each takes some hundred bytes.
constexpr std::size_t kMostStatedPairs = 1'000'000;
constexpr double kShareRounding = 1e-6;

}  // namespace

void RouteLayer::add(const RouteSpec& spec, const std::vector<NodeId>& from, const std::vector<NodeId>& to) {
  const auto stops = stops_of(spec);
  if (!stops) return;
  if (from.size() * to.size() > kMostStatedPairs) {
    diagnostics_.add(spec.mark, fmt::format("a route for {} pairs; at most {} are laid down one by one: let "
                                            "model.routing find the ways of so many",
                                            from.size() * to.size(), kMostStatedPairs));
    return;
  }
  bool any = false;
  for (const NodeId a : from) {
    for (const NodeId b : to) {
      if (a == b) continue;
      any = true;
      std::string problem;
      const auto links = lay(*stops, a, b, problem);
      if (!links) {
        diagnostics_.add(spec.via.front().mark, fmt::format("via: from {}: {}", pair_name(a, b), problem));
        return;
      }
      routes_.add(a, b, {{*links, {}, latency_of(topology_, *links), 1, 1}, spec.share.value_or(1)});
      note(spec, a, b);
    }
  }
  if (!any && !from.empty() && !to.empty()) diagnostics_.add(spec.mark, "a route from a chip to itself: it needs two");
}

std::optional<std::vector<RouteLayer::Stop>> RouteLayer::stops_of(const RouteSpec& spec) {
  std::vector<Stop> stops;
  for (const Reference& name : spec.via) {
    const auto stop = stop_of(name);
    if (stop) stops.push_back(*stop);
  }
  if (stops.empty() || stops.size() < spec.via.size()) return {};
  return stops;
}

std::optional<RouteLayer::Stop> RouteLayer::stop_of(const Reference& name) {
  if (const auto node = topology_.find_node(name.text)) return Stop{*node, {}};
  if (const auto link = topology_.find_link(name.text)) return Stop{topology_.link(*link).from, *link};
  std::vector<std::string_view> names;
  for (NodeId id = 0; id < topology_.node_count(); ++id) names.push_back(topology_.node(id).name);
  diagnostics_.add(name.mark, fmt::format("via: topology '{}' has no node and no link '{}'{}: a directed link is named "
                                          "from->to",
                                          topology_.name(), name.text, suggestion(name.text, names)));
  return {};
}

std::optional<std::vector<LinkId>> RouteLayer::lay(const std::vector<Stop>& stops, NodeId from, NodeId to,
                                                   std::string& problem) {
  std::vector<LinkId> links;
  NodeId at = from;
  for (const Stop& stop : stops) {
    if (!go(at, stop.at, links, problem)) return {};
    if (!stop.link) continue;
    links.push_back(*stop.link);
    at = topology_.link(*stop.link).to;
  }
  if (!go(at, to, links, problem)) return {};
  problem = problem_of(links);
  if (!problem.empty()) return {};
  return links;
}

bool RouteLayer::go(NodeId& at, NodeId to, std::vector<LinkId>& links, std::string& problem) {
  if (at == to) return true;
  const RouteView found = router_.view(at, to);
  if (found.links.empty()) {
    problem = fmt::format("there is no way from {}", pair_name(at, to));
    return false;
  }
  links.insert(links.end(), found.links.begin(), found.links.end());
  at = to;
  return true;
}

/// Between the stops routes are sound; where they join they may not be.
std::string RouteLayer::problem_of(const std::vector<LinkId>& links) const {
  std::set<RouteState> passed{topology_.link(links.front()).from};
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = topology_.link(links[i]);
    const std::string& name = topology_.node(link.from).name;
    if (i > 0 && !topology_.node(link.from).forwards) {
      return fmt::format("{} carries no traffic of others (`forwards: true` would let it)", name);
    }
    const bool nic_after_chip = i > 0 && is_nic_after_chip(topology_, topology_.link(links[i - 1]).from, link.from);
    if (nic_after_chip && topology_.node(link.to).kind == NodeKind::chip) {
      return fmt::format("{} is a nic, which hands nothing from one chip straight to another", name);
    }
    if (!passed.insert(entering(topology_, link.from, link.to)).second) {
      return fmt::format("it passes {} twice", topology_.node(link.to).name);
    }
  }
  return {};
}

void RouteLayer::note(const RouteSpec& spec, NodeId from, NodeId to) {
  const auto [at, fresh] = index_of_pair_.emplace((std::uint64_t{from} << 32) | to, pairs_.size());
  if (fresh) pairs_.push_back({from, to, {}});
  pairs_[at->second].specs.push_back(&spec);
}

StatedRoutes RouteLayer::finish() {
  for (const Pair& pair : pairs_) {
    if (!shares_add_up(pair)) break;  // a pattern's pairs are all alike
  }
  return std::move(routes_);
}

bool RouteLayer::shares_add_up(const Pair& pair) {
  const Mark mark = pair.specs.back()->mark;
  double sum = 0;
  for (const RouteSpec* spec : pair.specs) {
    if (!spec->share && pair.specs.size() > 1) {
      diagnostics_.add(spec->mark, fmt::format("{} routes say how to go from {}: give each a share of the bytes, such "
                                               "as share: 0.5",
                                               pair.specs.size(), pair_name(pair.from, pair.to)));
      return false;
    }
    sum += spec->share.value_or(1);
  }
  if (std::abs(sum - 1) <= kShareRounding) return true;
  diagnostics_.add(mark, fmt::format("the shares of the routes from {} add up to {}: they must to 1",
                                     pair_name(pair.from, pair.to), sum));
  return false;
}

std::string RouteLayer::pair_name(NodeId from, NodeId to) const {
  return fmt::format("{} to {}", topology_.node(from).name, topology_.node(to).name);
}

}  // namespace collsim
