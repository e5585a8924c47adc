// What an operation does about links that are known to be dead.

#include <fmt/format.h>

#include "base/error.h"
#include "workload/operation.h"

namespace collsim {

void OperationRun::recount_ports() {
  if (world_.failover == nullptr || world_.failover->changes() == ways_known_) return;
  ways_known_ = world_.failover->changes();
  ports_.forget();
}

bool OperationRun::find_detour(const Message& m, Route& route, PortFans& fans) {
  const bool tree = !m.more_from.empty() || !m.more_to.empty();
  if (tree || !ways_.find_detour(m, world_.carrier, route)) return wait_for_links(m);
  for (const LinkId link : m.route.links) used_[world_.fabric.resource_of(link)] |= m.counted > 0;
  transfers_.clear();
  program_->sends(m.cell, m.from, transfers_);
  const auto sends = static_cast<int>(transfers_.size());
  recount_ports();
  ports_.find_fans(m.cell, {m.from, m.to, m.bytes, Action::copy, {}, {}}, sends, route, fans);
  ++result_.rerouted;
  return true;
}

/// Returns false, or throws where none of the dead links on the message's ways comes back.
bool OperationRun::wait_for_links(const Message& m) const {
  const std::string who = fmt::format("operation '{}': {}", spec().id, rank_name(m.from));
  const std::string now = format_time(world_.queue.now().time_since_epoch());
  if (m.more_from.empty() && m.more_to.empty()) {
    const auto why = world_.failover->why_cut_off(ways_.chip(m.from), ways_.chip(m.to));
    if (!why) return false;
    throw SimulationError(fmt::format("{} cannot reach {} from {} on: {}", who, rank_name(m.to), now, *why));
  }
  const auto why = world_.failover->why_cut_off(m.route);
  if (!why) return false;
  throw SimulationError(fmt::format("{} cannot go on from {} on: its tree through switches to {} and {} more {}", who,
                                    now, rank_name(m.to), m.more_from.size() + m.more_to.size(), *why));
}

}  // namespace collsim
