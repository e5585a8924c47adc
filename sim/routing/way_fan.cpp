#include "routing/way_fan.h"

namespace collsim {

bool WayFan::lay_out(const Topology& topology, NodeId from, NodeId to) {
  branches_.clear();
  first_of_hop_.assign(1, 0);
  place_.assign(1, {from, from});
  place_of_state_.resize(2 * topology.node_count(), 0);
  const std::uint32_t hops = ways_.hops(from, to);
  if (hops == EqualCost::kUnreachable) return false;
  std::size_t first_place = 0;
  for (std::uint32_t hop = 0; hop < hops; ++hop) {
    const std::size_t next_place = place_.size();
    lay_out_hop(topology, first_place, to);
    first_of_hop_.push_back(branches_.size());
    first_place = next_place;
  }
  return true;
}

void WayFan::lay_out_hop(const Topology& topology, std::size_t first_place, NodeId to) {
  const std::size_t next_place = place_.size();
  for (std::size_t place = first_place; place < next_place; ++place) {
    for (const LinkId link : ways_.next(place_[place].state, to)) {
      branches_.push_back({link, static_cast<std::uint32_t>(place), place_of(topology, link, next_place)});
    }
  }
}

std::uint32_t WayFan::place_of(const Topology& topology, LinkId link, std::size_t first_place) {
  const RouteState state = ways_.after(link);
  std::uint32_t& place = place_of_state_[state];
  const bool known = place >= first_place && place < place_.size() && place_[place].state == state;
  if (known) return place;
  place = static_cast<std::uint32_t>(place_.size());
  place_.push_back({state, topology.link(link).to});
  return place;
}

double WayFan::count() const {
  std::vector<double> ways(places(), 0.0);
  ways.front() = 1;
  for (const Branch& branch : branches_) ways[branch.to] += ways[branch.from];
  return ways.back();
}

}  // namespace collsim
