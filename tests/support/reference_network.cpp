#include "support/reference_network.h"

#include <algorithm>
#include <stdexcept>

namespace collsim::test::reference {
namespace {

constexpr Real seconds_per_tick = 1e-12L;

Real per_tick(std::int64_t bytes_per_second) { return static_cast<Real>(bytes_per_second) * seconds_per_tick; }

/// Equal lanes get equal parts of every flow, so that they are worth one link of all their bandwidth.
void add_lanes(std::map<std::string, Carried>& by_name, const std::string& name, const Carried& all, int lanes) {
  for (int lane = 1; lane <= lanes; ++lane)
    by_name[lane == 1 ? name : name + "#" + std::to_string(lane)] = {all.bytes / lanes, all.cut_off};
}

}  // namespace

Network::Network(const Case& world) : world_(&world), up_(2 * world.links.size(), true) {
  for (const Link& link : world.links)
    bandwidth_.insert(bandwidth_.end(), 2, per_tick(link.bandwidth) * link.count * link.lanes);
  carried_.resize(bandwidth_.size());
}

Route Network::route(std::size_t from, std::size_t to) const {
  Route route;
  if (!find(from, to, world_->links.size(), route)) throw std::logic_error("the links form no tree");
  return route;
}

/// Depth first: the tree has one way. Adds what lies beyond `at`.
bool Network::find(std::size_t at, std::size_t to, std::size_t came_by, Route& route) const {
  if (at == to) return true;
  for (std::size_t l = 0; l < world_->links.size(); ++l) {
    const Link& link = world_->links[l];
    if (l == came_by || (link.from != at && link.to != at)) continue;
    const bool reversed = link.to == at;
    const std::size_t next = reversed ? link.from : link.to;
    if (!find(next, to, l, route)) continue;
    route.directions.push_back(2 * l + (reversed ? 1 : 0));
    route.latency += static_cast<Real>(link.latency);
    if (next != to) route.latency += static_cast<Real>(world_->nodes[next].latency);
    return true;
  }
  return false;
}

std::size_t Network::resource(std::size_t direction) const {
  return world_->links[direction / 2].duplex == Duplex::half ? direction / 2 * 2 : direction;
}

Claim Network::claim(const Route& route, std::optional<std::int64_t> cap, Real weight) const {
  Claim claim{{}, cap ? per_tick(*cap) : unlimited, weight};
  for (std::size_t d : route.directions) {
    if (world_->links[d / 2].duplex == Duplex::uncontended)
      claim.limit = std::min(claim.limit, up_[d] ? bandwidth_[d] : 0);
    else
      claim.resources.push_back(resource(d));
  }
  return claim;
}

std::vector<Real> Network::rates(const std::vector<Claim>& claims) const {
  std::vector<Real> capacity(bandwidth_.size());
  for (std::size_t d = 0; d < capacity.size(); ++d) capacity[d] = up_[d] ? bandwidth_[d] : 0;
  auto rates = solve_rates(world_->sharing, capacity, claims);
  if (world_->sharing != Sharing::none && !respects_capacity(capacity, claims, rates))
    throw std::logic_error("the reference overloads a link");
  if (world_->sharing == Sharing::max_min && !everyone_has_a_bottleneck(capacity, claims, rates))
    throw std::logic_error("the reference leaves a flow without a bottleneck");
  return rates;
}

void Network::apply(const Event& event) {
  const std::size_t d = resource(2 * event.link + (event.reversed ? 1 : 0));
  if (event.change == Event::Change::bandwidth)
    bandwidth_[d] = per_tick(event.bandwidth);
  else
    up_[d] = event.change == Event::Change::up;
}

void Network::carry(const Route& route, const Carried& payload) {
  for (std::size_t d : route.directions) {
    carried_[resource(d)].bytes += payload.bytes;
    carried_[resource(d)].cut_off += payload.cut_off;
  }
}

std::map<std::string, Carried> Network::carried_by_name() const {
  std::map<std::string, Carried> by_name;
  for (std::size_t d = 0; d < carried_.size(); ++d)
    add_lanes(by_name, directed_name(*world_, d / 2, d % 2 == 1), carried_[resource(d)], world_->links[d / 2].lanes);
  return by_name;
}

}  // namespace collsim::test::reference
