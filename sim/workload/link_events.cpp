#include "workload/link_events.h"

#include <algorithm>

namespace collsim {

using Change = LinkEventSpec::Change;

LinkEvents::LinkEvents(const std::vector<LinkEventSpec>& specs, const std::vector<Resolved::LinkEvent>& resolved,
                       Told told)
    : specs_(specs), resolved_(resolved), told_(told), flapping_(specs.size()) {
  if (specs.empty()) return;
  link_ups_to_come_.assign(told_.topology.link_count(), 0);
  node_ups_to_come_.assign(told_.topology.node_count(), 0);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].change == Change::up || specs[i].change == Change::flap) expect_up(i, 1);
    told_.queue.schedule(specs[i].at, *this, i);
  }
}

void LinkEvents::expect_up(std::size_t event, int more) {
  const Resolved::LinkEvent& what = resolved_[event];
  for (const NodeId node : what.nodes) node_ups_to_come_[node] += more;
  if (!what.nodes.empty()) return;
  for (const LinkId id : what.links) {
    const Link& link = told_.topology.link(id);
    link_ups_to_come_[id] += more;
    if (link.duplex == Duplex::half) link_ups_to_come_[link.reverse] += more;
  }
}

bool LinkEvents::comes_back(LinkId id) const {
  const Fabric& fabric = told_.fabric;
  const Link& link = told_.topology.link(id);
  const auto node_comes = [&](NodeId node) { return fabric.is_node_up(node) || node_ups_to_come_[node] > 0; };
  return (fabric.is_itself_up(id) || link_ups_to_come_[id] > 0) && node_comes(link.from) && node_comes(link.to);
}

void LinkEvents::handle(Instant now, std::uint64_t tag) {
  const auto event = static_cast<std::size_t>(tag);
  switch (specs_[event].change) {
    case Change::bandwidth:
      return set_bandwidth(event);
    case Change::down:
      return set_state(event, false);
    case Change::up:
      expect_up(event, -1);
      return set_state(event, true);
    case Change::flap:
      return flap(event, now);
  }
}

void LinkEvents::flap(std::size_t event, Instant now) {
  const FlapSpec& spec = specs_[event].flap;
  Flapping& state = flapping_[event];
  state.down = !state.down;
  if (state.down) ++state.times;
  const Instant next = later(now, state.down ? spec.down : spec.up);
  const bool last_up = !state.down && (state.times == spec.times || next >= spec.until);
  if (last_up) {
    expect_up(event, -1);
  } else {
    told_.queue.schedule(std::min(next, spec.until), *this, event);
  }
  set_state(event, !state.down);
}

void LinkEvents::set_bandwidth(std::size_t event) {
  for (const LinkId link : resolved_[event].links) {
    told_.fabric.set_bandwidth(link, specs_[event].bandwidth);
    tell_change(link);
  }
}

void LinkEvents::set_state(std::size_t event, bool up) {
  const Resolved::LinkEvent& what = resolved_[event];
  std::vector<char> was_up;
  for (const LinkId link : what.links) was_up.push_back(told_.fabric.is_up(link));
  for (std::size_t n = 0; n < what.nodes.size(); ++n) told_.fabric.set_node_up(what.nodes[n], up, what.links_of(n));
  for (std::size_t i = 0; i < what.links.size(); ++i) {
    const LinkId link = what.links[i];
    if (what.nodes.empty()) told_.fabric.set_up(link, up);
    if (told_.fabric.is_up(link) != (was_up[i] != 0)) tell_of(link, up);
  }
}

void LinkEvents::tell_change(LinkId link) {
  told_.carrier.link_changed(link);
  if (told_.observer != nullptr) told_.observer->link_changed(link, told_.queue.now(), told_.fabric.bandwidth(link));
}

void LinkEvents::tell_of(LinkId id, bool up) {
  tell_change(id);
  if (told_.failover == nullptr) return;
  told_.failover->link_changed(id, up);
  const Link& link = told_.topology.link(id);
  if (link.duplex == Duplex::half) told_.failover->link_changed(link.reverse, up);
}

}  // namespace collsim
