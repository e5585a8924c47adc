#include "flow/replay.h"

#include <algorithm>
#include <functional>

namespace collsim {

Replay::Replay(const FlowTable& table, Bindings& bindings)
    : table_(table), bindings_(bindings), states_(table.resources()) {}

void Replay::reach(ResourceId resource, double level) {
  if (bindings_.level[resource] <= level) return;  // final
  State& state = states_[resource];
  if (!state.reached) {
    state.reached = true;
    state.old_level = bindings_.level[resource];
    reached_.push_back(resource);
  }
  evaluate_again(resource, level);
}

void Replay::evaluate_again(ResourceId resource, double level) {
  State& state = states_[resource];
  if (state.stale) return;
  state.stale = true;
  push(level, Step::evaluate, resource, ++state.number);
}

void Replay::reach_flow(FlowId flow) {
  for (const FlowTable::Use& use : table_.uses(flow)) reach(use.resource);
  if (bindings_.cap[flow] != Bindings::kNever) push(bindings_.cap[flow], Step::cap, flow, 0);
}

void Replay::reach_others(FlowId flow, ResourceId from, double level) {
  for (const FlowTable::Use& use : table_.uses(flow)) {
    if (use.resource != from) reach(use.resource, level);
  }
}

void Replay::push(double level, Step step, std::uint32_t index, std::uint32_t number) {
  steps_.push_back({level, step, index, number});
  std::push_heap(steps_.begin(), steps_.end(), above);
}

Replay::Entry Replay::pop() {
  std::pop_heap(steps_.begin(), steps_.end(), above);
  const Entry entry = steps_.back();
  steps_.pop_back();
  return entry;
}

bool Replay::valid(const Entry& entry) const {
  if (entry.step != Step::cap) return states_[entry.index].number == entry.number;
  const bool present = !table_.uses(entry.index).empty() && bindings_.cap[entry.index] == entry.level;
  return present && bindings_.rate(entry.index) > entry.level;
}

double Replay::first_change() {
  while (!steps_.empty() && steps_.front().level == kBelowAll) take(pop());
  return steps_.empty() ? Bindings::kNever : steps_.front().level;
}

bool Replay::run(std::size_t budget, Rebound& rebound) {
  rebound_ = &rebound;
  while (!steps_.empty()) {
    if (work_ > budget) return false;
    take(pop());
  }
  return true;
}

void Replay::clear() {
  for (const ResourceId r : reached_) states_[r].reached = states_[r].stale = false;
  reached_.clear();
  steps_.clear();
  work_ = 0;
}

void Replay::take(const Entry& entry) {
  if (!valid(entry)) return;
  switch (entry.step) {
    case Step::release:
      return release(entry.index);
    case Step::evaluate:
      return evaluate(entry.index);
    case Step::bind:
      return bind_batch(entry);
    case Step::cap:
      return bind_by_cap(entry.index);
  }
}

void Replay::evaluate(ResourceId resource) {
  State& state = states_[resource];
  state.stale = false;
  const double level = where_it_runs_out(resource);
  const double before = bindings_.level[resource];
  if (level > before) push(before, Step::release, resource, state.number);
  if (level != Bindings::kNever) push(level, Step::bind, resource, state.number);
}

/// What the flow takes of the resource if that does not bind it.
double Replay::rate_without(ResourceId resource, FlowId flow) const {
  const ResourceId bound = bindings_.flows[flow].bound;
  return bound == resource || bound == bindings_.nothing() ? bindings_.cap[flow] : bindings_.rate(flow);
}

double Replay::where_it_runs_out(ResourceId resource) {
  double left = bindings_.capacity[resource];
  auto unsettled = static_cast<std::uint32_t>(table_.users(resource).size());
  if (left == Bindings::kNever || unsettled == 0) return Bindings::kNever;
  work_ += unsettled;
  below_.clear();
  for (const FlowTable::User& user : table_.users(resource)) below_.push_back(rate_without(resource, user.flow));
  std::make_heap(below_.begin(), below_.end(), std::greater<>());
  for (double last = kBelowAll; unsettled > 0;) {
    const double share = canonical_share(left, unsettled, last);
    if (share <= below_.front()) return share;
    last = below_.front();
    std::uint32_t settled = 0;
    for (; !below_.empty() && below_.front() == last; ++settled) {
      std::pop_heap(below_.begin(), below_.end(), std::greater<>());
      below_.pop_back();
    }
    left = canonical_rest(left, settled, last);
    unsettled -= settled;
  }
  return Bindings::kNever;
}

void Replay::release(ResourceId resource) {
  const double level = bindings_.level[resource];
  bindings_.level[resource] = Bindings::kNever;
  work_ += table_.users(resource).size();
  for (const FlowTable::User& user : table_.users(resource)) {
    if (bindings_.flows[user.flow].bound == resource) let_go(user.flow, resource, level);
  }
}

/// Where another resource on its route runs out at the same level, that binds the flow as well. It is one of the flows
/// that wait for that one now, and no longer of those that wait for this one.
void Replay::let_go(FlowId flow, ResourceId from, double level) {
  const ResourceId other = first_bound_at(flow, level);
  if (other != bindings_.own()) {
    rebind(flow, other);
    if (states_[other].reached) evaluate_again(other, level);
    return reach(from, level);
  }
  bindings_.flows[flow].bound = bindings_.nothing();
  reach_others(flow, from, level);
  if (bindings_.cap[flow] != Bindings::kNever) push(bindings_.cap[flow], Step::cap, flow, 0);
}

void Replay::bind_batch(Entry entry) {
  const double level = entry.level;
  binding_.assign(1, entry.index);
  while (!steps_.empty() && steps_.front().level == level && steps_.front().step == Step::bind) {
    entry = pop();
    if (valid(entry)) binding_.push_back(entry.index);
  }
  for (const ResourceId r : binding_) bindings_.level[r] = level;
  for (const ResourceId r : binding_) bind_users(r, level);
}

void Replay::bind_users(ResourceId resource, double level) {
  if (states_[resource].old_level != level) rebound_->resources.push_back(resource);
  work_ += table_.users(resource).size();
  for (const FlowTable::User& user : table_.users(resource)) {
    if (bindings_.rate(user.flow) < level) continue;
    const bool same = had_level(user.flow, level);
    rebind(user.flow, first_bound_at(user.flow, level));
    if (!same) reach_others(user.flow, resource, level);
  }
}

bool Replay::had_level(FlowId flow, double level) const {
  if (bindings_.rate(flow) != level) return false;
  const ResourceId bound = bindings_.flows[flow].bound;
  return bound == bindings_.own() || !states_[bound].reached || states_[bound].old_level == level;
}

void Replay::bind_by_cap(FlowId flow) {
  rebind(flow, bindings_.own());
  reach_others(flow, bindings_.own(), bindings_.cap[flow]);
}

void Replay::rebind(FlowId flow, ResourceId bound) {
  if (bindings_.flows[flow].bound == bound) return;
  bindings_.flows[flow].bound = bound;
  rebound_->flows.push_back(flow);
}

/// The first resource on the flow's route that runs out at the level; own() if there is none.
ResourceId Replay::first_bound_at(FlowId flow, double level) const {
  for (const FlowTable::Use& use : table_.uses(flow)) {
    if (bindings_.level[use.resource] == level) return use.resource;
  }
  return bindings_.own();
}

}  // namespace collsim
