#include "flow/network.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/error.h"
#include "flow/certificate.h"

namespace collsim {

FluidNetwork::FluidNetwork(EventQueue& queue, FlowListener& listener, std::vector<Resource> resources,
                           NetworkOptions options)
    : queue_(queue),
      listener_(listener),
      resources_(std::move(resources)),
      options_(options),
      solver_(options.sharing),
      users_(resources_.size()),
      peak_(resources_.size(), 0),
      is_touched_(resources_.size(), 0) {
  for (const Resource& r : resources_) capacity_.push_back(r.capacity);
  queue_.on_instant_end(*this);
}

FlowId FluidNetwork::start(const FlowSpec& spec) {
  assert(spec.wire_bytes > 0 && !spec.resources.empty());
  if (free_.empty()) {
    free_.push_back(static_cast<FlowId>(flows_.size()));
    flows_.emplace_back();
    is_reachable_.push_back(0);
  }
  const FlowId id = free_.back();
  free_.pop_back();
  Flow& flow = flows_[id];
  flow.left = spec.wire_bytes;
  flow.sent = 0;
  flow.rate = 0;
  flow.weight = spec.weight;
  flow.cap = spec.cap;
  flow.stalled = {};
  flow.since = queue_.now();
  flow.tag = spec.tag;
  flow.order = next_order_++;
  flow.bottleneck = kNoResource;
  flow.fresh = true;
  flow.coefficients.assign(spec.coefficients.begin(), spec.coefficients.end());
  weighted_ = weighted_ || spec.weight != 1 || !spec.coefficients.empty();
  attach(id, spec.resources);
  touch_all(flow);
  return id;
}

void FluidNetwork::stop(FlowId id) {
  Flow& flow = flows_[id];
  touch_all(flow);
  detach(id);
  ++flow.generation;
  free_.push_back(id);
}

void FluidNetwork::set_capacity(ResourceId resource, double capacity) {
  resources_[resource].capacity = capacity;
  capacity_[resource] = capacity;
  touch(resource);
}

double FluidNetwork::moved(FlowId id) const {
  const Flow& flow = flows_[id];
  return flow.sent + std::min(flow.left, flow.rate * to_seconds(queue_.now() - flow.since));
}

Duration FluidNetwork::stalled(FlowId id) const {
  const Flow& flow = flows_[id];
  return flow.stalled + (flow.rate == 0 && !flow.fresh ? queue_.now() - flow.since : Duration{});
}

void FluidNetwork::attach(FlowId id, std::span<const ResourceId> resources) {
  Flow& flow = flows_[id];
  flow.uses.clear();
  for (const ResourceId r : resources) {
    users_[r].push_back({id, static_cast<std::uint32_t>(flow.uses.size())});
    flow.uses.push_back({r, static_cast<std::uint32_t>(users_[r].size() - 1)});
  }
}

void FluidNetwork::detach(FlowId id) {
  for (const Use& use : flows_[id].uses) {
    std::vector<User>& users = users_[use.resource];
    users[use.position] = users.back();
    flows_[users[use.position].flow].uses[users[use.position].use].position = use.position;
    users.pop_back();
  }
  flows_[id].uses.clear();
}

void FluidNetwork::touch(ResourceId resource) {
  if (is_touched_[resource]) return;
  is_touched_[resource] = 1;
  touched_.push_back(resource);
}

void FluidNetwork::touch_all(const Flow& flow) {
  for (const Use& use : flow.uses) touch(use.resource);
}

/// A completion is due: ends every flow of which less than a tick is left, in the order in which they started.
void FluidNetwork::handle(Instant, std::uint64_t) {
  wake_up_at_ = Instant::max();
  ending_.clear();
  while (!forecasts_.empty() && (!current(forecasts_.front()) || ends_now(forecasts_.front()))) {
    if (current(forecasts_.front())) ending_.push_back(forecasts_.front());
    pop_forecast();
  }
  std::sort(ending_.begin(), ending_.end(), [](const Forecast& a, const Forecast& b) { return a.order < b.order; });
  for (std::size_t i = 0; i < ending_.size(); ++i) {
    const FlowId id = ending_[i].flow;
    advance(flows_[id]);
    if (options_.resolving == Resolving::progressive) touch_all(flows_[id]);
    detach(id);
    ++flows_[id].generation;
    listener_.flow_ended(id, flows_[id].tag);
    free_.push_back(id);
  }
}

bool FluidNetwork::current(const Forecast& f) const { return flows_[f.flow].generation == f.generation; }

bool FluidNetwork::ends_now(const Forecast& f) const {
  const Instant now = queue_.now();
  if (f.end <= now) return true;
  if (f.end > now + Duration(1)) return false;
  const Flow& flow = flows_[f.flow];
  const double ticks_left = flow.left / flow.rate * 1e12 - static_cast<double>((now - flow.since).count());
  return ticks_left < 1.0;
}

void FluidNetwork::instant_ended(Instant) {
  if (!touched_.empty()) settle();
  schedule_wake_up();
}

void FluidNetwork::settle() {
  for (const ResourceId r : touched_) peak_[r] = std::max(peak_[r], active_flows(r));
  collect_reachable();
  if (reachable_.empty()) return;
  collect_problem();
  const bool capped = std::any_of(cap_.begin(), cap_.end(), [](double c) { return std::isfinite(c); });
  RateProblem problem{capacity_, first_, resource_, {}, {}, {}};
  if (weighted_) {
    problem.coefficient = coefficient_;
    problem.weight = weight_;
  }
  if (capped) problem.cap = cap_;
  solver_.solve(problem, allocation_);
  ++solves_;
  if (options_.check) {
    if (const auto fault = find_unfairness(problem, allocation_.rate, options_.sharing)) {
      throw CheckError("an allocation failed its proof: " + *fault);
    }
  }
  for (std::size_t i = 0; i < reachable_.size(); ++i) {
    apply(reachable_[i], allocation_.rate[i], allocation_.bottleneck[i]);
  }
}

/// The flows that a change on a touched resource can reach: those on it, those on the shared resources of these, and so
/// on. Leaves nothing touched.
void FluidNetwork::collect_reachable() {
  reachable_.clear();
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    for (const User& user : users_[touched_[i]]) {
      if (is_reachable_[user.flow]) continue;
      is_reachable_[user.flow] = 1;
      reachable_.push_back(user.flow);
      if (options_.sharing == Sharing::none) continue;
      for (const Use& use : flows_[user.flow].uses) {
        if (resources_[use.resource].shared) touch(use.resource);
      }
    }
  }
  for (const ResourceId r : touched_) is_touched_[r] = 0;
  touched_.clear();
  for (const FlowId id : reachable_) is_reachable_[id] = 0;
  // Sums of weights are floating point: their order must not depend on how the search went.
  if (weighted_) {
    std::sort(reachable_.begin(), reachable_.end(),
              [this](FlowId a, FlowId b) { return flows_[a].order < flows_[b].order; });
  }
}

void FluidNetwork::collect_problem() {
  first_.assign(1, 0);
  resource_.clear();
  coefficient_.clear();
  weight_.clear();
  cap_.clear();
  for (const FlowId id : reachable_) {
    const Flow& flow = flows_[id];
    double cap = flow.cap;
    append_uses(flow, cap);
    first_.push_back(static_cast<std::uint32_t>(resource_.size()));
    cap_.push_back(cap);
    if (weighted_) weight_.push_back(flow.weight);
  }
}

/// A resource that is not shared is no claim on anything: it caps the flow.
void FluidNetwork::append_uses(const Flow& flow, double& cap) {
  for (std::size_t i = 0; i < flow.uses.size(); ++i) {
    const ResourceId r = flow.uses[i].resource;
    const double coefficient = flow.coefficients.empty() ? 1.0 : flow.coefficients[i];
    if (!resources_[r].shared) {
      cap = std::min(cap, capacity_[r] / coefficient);
      continue;
    }
    resource_.push_back(r);
    if (weighted_) coefficient_.push_back(coefficient);
  }
}

void FluidNetwork::apply(FlowId id, double rate, ResourceId bottleneck) {
  Flow& flow = flows_[id];
  flow.bottleneck = bottleneck;
  for (std::size_t i = 0; bottleneck == kNoResource && i < flow.uses.size(); ++i) {
    const double coefficient = flow.coefficients.empty() ? 1.0 : flow.coefficients[i];
    if (capacity_[flow.uses[i].resource] / coefficient == rate) flow.bottleneck = flow.uses[i].resource;
  }
  if (!flow.fresh && rate == flow.rate) return;
  advance(flow);
  flow.fresh = false;
  flow.rate = rate;
  forecast(id);
}

/// Reckons up what has left since the rate last changed.
void FluidNetwork::advance(Flow& flow) {
  const Duration elapsed = queue_.now() - flow.since;
  flow.since = queue_.now();
  if (flow.fresh) return;
  if (flow.rate == 0) flow.stalled += elapsed;
  const double bytes = std::min(flow.left, flow.rate * to_seconds(elapsed));
  flow.left -= bytes;
  flow.sent += bytes;
}

void FluidNetwork::forecast(FlowId id) {
  Flow& flow = flows_[id];
  ++flow.generation;
  if (flow.rate <= 0 || std::isinf(flow.left)) return;
  const double seconds = flow.left / flow.rate;
  // Beyond the clock's range: there is nothing to wait for unless its rate changes.
  if (seconds >= to_seconds(Instant::max() - queue_.now()) - 1) return;
  const Instant end = queue_.now() + round_up_to_tick(seconds);
  forecasts_.push_back({end, flow.order, id, flow.generation});
  std::push_heap(forecasts_.begin(), forecasts_.end(), later);
}

bool FluidNetwork::later(const Forecast& a, const Forecast& b) {
  return a.end != b.end ? a.end > b.end : a.order > b.order;
}

void FluidNetwork::pop_forecast() {
  std::pop_heap(forecasts_.begin(), forecasts_.end(), later);
  forecasts_.pop_back();
}

void FluidNetwork::schedule_wake_up() {
  while (!forecasts_.empty() && !current(forecasts_.front())) pop_forecast();
  const Instant at = forecasts_.empty() ? Instant::max() : forecasts_.front().end;
  if (at == wake_up_at_) return;
  queue_.cancel(wake_up_);
  wake_up_at_ = at;
  if (at != Instant::max()) wake_up_ = queue_.schedule(at, *this, 0);
}

}  // namespace collsim
