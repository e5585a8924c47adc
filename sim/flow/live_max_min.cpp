#include "flow/live_max_min.h"

#include <algorithm>

namespace collsim {
namespace {

// Following a change costs several times as much for each flow it touches as filling does.
constexpr std::size_t kFollowShare = 4;
constexpr std::uint32_t kLongestWait = 6;  // as an exponent of 2

}  // namespace

LiveMaxMin::LiveMaxMin(const FlowTable& table, std::vector<double> capacity)
    : table_(table), bindings_(capacity.size()), refill_(table, bindings_), replay_(table, bindings_) {
  bindings_.capacity = std::move(capacity);
}

void LiveMaxMin::arrive(FlowId flow, double cap) {
  if (bindings_.flows.size() <= flow) {
    bindings_.flows.resize(flow + 1);
    bindings_.cap.resize(flow + 1);
  }
  for (const FlowTable::Use& use : table_.uses(flow)) refill_.include(use.resource);
  free(flow, cap);
}

void LiveMaxMin::free(FlowId flow, double cap) {
  only_departures_ = false;
  bindings_.flows[flow] = {bindings_.nothing(), 0};
  bindings_.cap[flow] = cap;
  if (cap != Bindings::kNever) ++bindings_.capped;
  fresh_.push_back(flow);
}

void LiveMaxMin::depart(FlowId flow) {
  least_changed_ = std::min(least_changed_, bindings_.rate(flow));
  if (bindings_.cap[flow] != Bindings::kNever) --bindings_.capped;
}

void LiveMaxMin::set_capacity(ResourceId resource, double capacity) {
  only_departures_ = false;
  bindings_.capacity[resource] = capacity;
  least_changed_ = -1;  // what was written down of this resource is void at every level
}

void LiveMaxMin::set_cap(FlowId flow, double cap) {
  depart(flow);
  free(flow, cap);
}

void LiveMaxMin::settle(std::span<const ResourceId> touched, Rebound& rebound) {
  if (!follow(touched, rebound)) refill_.run(rebound);
  fresh_.clear();
  replay_.clear();
  only_departures_ = true;
  least_changed_ = Bindings::kNever;
}

/// False if the network is to be filled from the change upwards.
bool LiveMaxMin::follow(std::span<const ResourceId> touched, Rebound& rebound) {
  std::size_t uses = 0;
  for (const ResourceId r : touched) uses += table_.users(r).size();
  const bool large = uses * kFollowShare >= table_.total_uses();
  const bool waiting = !large && wait_ > 0;
  if (waiting) --wait_;
  if (large && !only_departures_) least_changed_ = -1;
  if (!large && !(waiting && only_departures_)) {
    reach(touched);
    least_changed_ = std::min(least_changed_, replay_.first_change());
  }
  refill_.invalidate_from(least_changed_);
  if (large || waiting) return false;
  const bool followed = replay_.run(table_.total_uses() / kFollowShare, rebound);
  failures_ = followed ? 0 : std::min(failures_ + 1, kLongestWait);
  wait_ = followed ? 0 : (1U << failures_) - 1;
  return followed;
}

void LiveMaxMin::reach(std::span<const ResourceId> touched) {
  for (const ResourceId r : touched) replay_.reach(r);
  for (const FlowId flow : fresh_) replay_.reach_flow(flow);
}

}  // namespace collsim
