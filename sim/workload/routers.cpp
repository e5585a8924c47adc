#include "workload/routers.h"

namespace collsim {
namespace {

/// A choice of one way falls on each of a node's links alike, in the long run.
Striping expected_striping(const Model& model) {
  const bool spray = model.routing == Routing::spray;
  return spray && model.striping != Striping::equal ? Striping::proportional : Striping::equal;
}

}  // namespace

Routers::Routers(const Topology& topology, const Model& model, std::uint64_t seed, const StatedRoutes& stated_routes)
    : shortest(topology, model.ties),
      in_nodes(topology, TreeNodes::switches),
      between_nodes(topology, TreeNodes::any),
      equal_cost(topology),
      stated(stated_routes),
      finder(make_way_finder(model.routing, {topology, equal_cost, model.hash, model.striping, seed})) {
  if (finder != nullptr) expected = make_spray({topology, equal_cost, HashBy::flow, expected_striping(model), seed});
}

bool Routers::find(const RouteRequest& request, const LinkLoads* loads, Route& out) {
  // What is looked for again when the message enters need not be looked at closely.
  if (finder != nullptr) return finder->find(request, finder->at_entry() ? nullptr : loads, out);
  const RouteView found = shortest.view(request.from, request.to);
  if (found.links.empty()) return false;
  out.links.assign(found.links.begin(), found.links.end());
  out.shares.clear();
  out.latency = found.latency;
  out.senders = out.receivers = 1;
  return true;
}

}  // namespace collsim
