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
      detours(topology, model.ties),
      stated(stated_routes),
      finder(make_way_finder(model.routing, {topology, equal_cost, model.hash, model.striping, seed})) {
  if (finder != nullptr) expected = make_spray({topology, equal_cost, HashBy::flow, expected_striping(model), seed});
}

bool Routers::find(const RouteRequest& request, const LinkLoads* loads, Route& out) {
  // What is looked for again when the message enters need not be looked at closely.
  return find_now(request, finder != nullptr && finder->at_entry() ? nullptr : loads, out);
}

bool Routers::find_now(const RouteRequest& request, const LinkLoads* loads, Route& out) {
  if (finder != nullptr) {
    if (finder->find(request, loads, out)) return true;
    if (!detours.any_dead()) return false;
  }
  const RouteView found = shortest_alive(request.from, request.to);
  if (found.links.empty()) return false;
  out.links.assign(found.links.begin(), found.links.end());
  out.shares.clear();
  out.latency = found.latency;
  out.senders = out.receivers = 1;
  return true;
}

RouteView Routers::shortest_alive(NodeId from, NodeId to) {
  const RouteView usual = shortest.view(from, to);
  if (!detours.blocks(usual.links)) return usual;
  const Route* detour = detours.find(from, to);
  return detour == nullptr ? usual : RouteView{detour->links, detour->latency};
}

const Route* Routers::find_expected(NodeId from, NodeId to) {
  if (expected != nullptr) {
    if (expected->find({from, to}, nullptr, route_)) return &route_;
    if (!detours.any_dead()) return nullptr;
  }
  const Route* usual = shortest.find(from, to);
  if (usual == nullptr || !detours.blocks(usual->links)) return usual;
  const Route* detour = detours.find(from, to);
  return detour == nullptr ? usual : detour;
}

void Routers::set_dead(LinkId link, bool dead) {
  detours.set_dead(link, dead);
  equal_cost.set_dead(link, dead);
}

void Routers::revive_all() {
  for (LinkId link = 0; link < detours.dead().size(); ++link) set_dead(link, false);
}

}  // namespace collsim
