#include "flow/network.h"

#include <algorithm>
#include <cassert>

#include "base/error.h"
#include "flow/certificate.h"

namespace collsim {
namespace {

std::vector<double> shared_capacities(const std::vector<Resource>& resources) {
  std::vector<double> capacity;
  for (const Resource& r : resources) capacity.push_back(r.shared ? r.capacity : Bindings::kNever);
  return capacity;
}

}  // namespace

FluidNetwork::FluidNetwork(EventQueue& queue, FlowListener& listener, std::vector<Resource> resources,
                           NetworkOptions options)
    : queue_(queue),
      listener_(listener),
      options_(options),
      table_(resources.size()),
      clocks_(resources.size()),
      live_(table_, shared_capacities(resources)),
      solver_(options.sharing),
      peak_(resources.size(), 0),
      plain_(options.sharing == Sharing::max_min && options.resolving == Resolving::progressive),
      is_touched_(resources.size(), 0) {
  for (const Resource& r : resources) capacity_.push_back(r.capacity);
  claims_.resources = std::move(resources);
  queue_.on_instant_end(*this);
}

FlowId FluidNetwork::start(const FlowSpec& spec) {
  assert(spec.wire_bytes > 0 && !spec.resources.empty());
  const FlowId flow = table_.add(spec.resources);
  if (flow == flows_.size()) {
    flows_.emplace_back();
    claims_.terms.emplace_back();
  }
  flows_[flow] = {spec.tag, kNoResource};
  claims_.terms[flow] = {spec.weight, spec.cap, next_order_++, spec.priority, spec.claimant};
  if (spec.weight != 1 || !spec.coefficients.empty() || spec.claimant != 0) claims_.weighted = true;
  if (spec.priority != 0) claims_.prioritised = true;
  if (spec.claimant != 0) join_claimant(flow);
  if (claims_.weighted) write_coefficients(flow, spec.coefficients);
  plain_ = plain_ && !claims_.weighted && !claims_.prioritised;
  clocks_.enter(flow, spec.wire_bytes);
  if (plain_) live_.arrive(flow, cap_of(table_, claims_, flow));
  touch_all(flow);
  return flow;
}

void FluidNetwork::write_coefficients(FlowId flow, std::span<const double> coefficients) {
  if (claims_.coefficients.size() < table_.use_slots()) claims_.coefficients.resize(table_.use_slots(), 1.0);
  const std::uint32_t first = table_.first_use(flow);
  for (std::size_t i = 0; i < table_.uses(flow).size(); ++i) {
    claims_.coefficients[first + i] = coefficients.empty() ? 1.0 : coefficients[i];
  }
}

void FluidNetwork::stop(FlowId flow) {
  clocks_.leave(flow, queue_.now());
  touch_all(flow);
  depart(flow);
  table_.release(flow);
}

void FluidNetwork::depart(FlowId flow) {
  if (plain_) live_.depart(flow);
  if (claims_.terms[flow].claimant != 0) leave_claimant(flow);
  table_.remove(flow);
}

void FluidNetwork::join_claimant(FlowId flow) {
  const std::uint64_t claimant = claims_.terms[flow].claimant;
  claims_.together[claimant].push_back(flow);
  touched_claimants_.push_back(claimant);
}

void FluidNetwork::leave_claimant(FlowId flow) {
  const std::uint64_t claimant = claims_.terms[flow].claimant;
  std::vector<FlowId>& flows = claims_.together.at(claimant);
  flows.erase(std::find(flows.begin(), flows.end(), flow));
  if (flows.empty()) claims_.together.erase(claimant);
  if (options_.resolving == Resolving::progressive) touched_claimants_.push_back(claimant);
}

/// Who claims together with a flow that came or went has another weight now.
void FluidNetwork::touch_claimants() {
  std::sort(touched_claimants_.begin(), touched_claimants_.end());
  touched_claimants_.erase(std::unique(touched_claimants_.begin(), touched_claimants_.end()), touched_claimants_.end());
  for (const std::uint64_t claimant : touched_claimants_) {
    const auto found = claims_.together.find(claimant);
    if (found == claims_.together.end()) continue;
    for (const FlowId flow : found->second) touch_all(flow);
  }
  touched_claimants_.clear();
}

void FluidNetwork::set_capacity(ResourceId resource, double capacity) {
  claims_.resources[resource].capacity = capacity;
  capacity_[resource] = capacity;
  touch(resource);
  if (!plain_) return;
  if (claims_.resources[resource].shared) return live_.set_capacity(resource, capacity);
  for (const FlowTable::User& user : table_.users(resource)) {
    live_.set_cap(user.flow, cap_of(table_, claims_, user.flow));
    touch_all(user.flow);
  }
}

void FluidNetwork::touch(ResourceId resource) {
  if (is_touched_[resource]) return;
  is_touched_[resource] = 1;
  touched_.push_back(resource);
}

void FluidNetwork::touch_all(FlowId flow) {
  for (const FlowTable::Use& use : table_.uses(flow)) touch(use.resource);
}

/// A completion is due: ends every flow of which less than a tick is left, in the order in which they started.
void FluidNetwork::handle(Instant now, std::uint64_t) {
  wake_up_at_ = Instant::max();
  ending_.clear();
  clocks_.take_ended(now, ending_);
  std::sort(ending_.begin(), ending_.end(),
            [this](FlowId a, FlowId b) { return claims_.terms[a].order < claims_.terms[b].order; });
  for (const FlowId flow : ending_) {
    if (options_.resolving == Resolving::progressive) touch_all(flow);
    depart(flow);
    listener_.flow_ended(flow, flows_[flow].tag);
    table_.release(flow);
  }
}

void FluidNetwork::instant_ended(Instant) {
  touch_claimants();
  if (!touched_.empty()) settle();
  schedule_wake_up();
}

void FluidNetwork::settle() {
  bool used = false;
  for (const ResourceId r : touched_) {
    peak_[r] = std::max(peak_[r], active_flows(r));
    used = used || active_flows(r) > 0;
  }
  if (used) ++solves_;
  if (plain_) settle_live();
  if (!plain_ && used) settle_anew();
  for (const ResourceId r : touched_) is_touched_[r] = 0;
  touched_.clear();
}

void FluidNetwork::settle_live() {
  rebound_.flows.clear();
  rebound_.resources.clear();
  live_.settle(touched_, rebound_);
  const Bindings& bindings = live_.bindings();
  const Instant now = queue_.now();
  for (const FlowId flow : rebound_.flows) {
    const ResourceId bound = bindings.flows[flow].bound;
    if (bound == bindings.own()) {
      set_pace(flow, bindings.cap[flow], kNoResource);
      continue;
    }
    flows_[flow].bottleneck = bound;
    if (!clocks_.is_on(flow, bound)) clocks_.join(flow, bound, now);
  }
  for (const ResourceId r : rebound_.resources) {
    if (bindings.level[r] != Bindings::kNever) clocks_.set_level(r, bindings.level[r], now);
  }
  if (!options_.check) return;
  component_.collect(table_, claims_, touched_, true);
  rates_.clear();
  for (const FlowId flow : component_.flows()) rates_.push_back(rate(flow));
  prove(component_.problem(capacity_), rates_);
}

void FluidNetwork::settle_anew() {
  component_.collect(table_, claims_, touched_, options_.sharing != Sharing::none);
  const RateProblem problem = component_.problem(capacity_);
  solver_.solve(problem, allocation_);
  if (options_.check) prove(problem, allocation_.rate);
  for (std::size_t i = 0; i < component_.flows().size(); ++i) {
    set_pace(component_.flows()[i], allocation_.rate[i], allocation_.bottleneck[i]);
  }
}

void FluidNetwork::prove(const RateProblem& problem, const std::vector<double>& rate) const {
  if (const auto fault = find_unfairness(problem, rate, options_.sharing)) {
    throw CheckError("an allocation failed its proof: " + *fault);
  }
}

/// The flow goes at a rate of its own.
void FluidNetwork::set_pace(FlowId flow, double rate, ResourceId bottleneck) {
  flows_[flow].bottleneck = bottleneck != kNoResource ? bottleneck : what_caps(table_, claims_, flow, rate);
  const ClockId clock = clocks_.own(flow);
  if (!clocks_.is_on(flow, clock)) clocks_.join(flow, clock, queue_.now());
  clocks_.set_level(clock, rate, queue_.now());
}

void FluidNetwork::schedule_wake_up() {
  const Instant at = clocks_.next_end(queue_.now());
  if (at == wake_up_at_) return;
  queue_.cancel(wake_up_);
  wake_up_at_ = at;
  if (at != Instant::max()) wake_up_ = queue_.schedule(at, *this, 0);
}

}  // namespace collsim
