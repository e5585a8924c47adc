#include "workload/background.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/mixing.h"
#include "workload/flow_record.h"

namespace collsim {
namespace {

// Their numbers among those who claim begin above those of operations.
constexpr std::uint64_t kBackgroundJobs = std::uint64_t{1} << 32;

enum Tag : std::uint64_t { kStart, kStop };

}  // namespace

MessageTerms background_terms(Fabric& fabric, const Model& model, std::optional<double> rate, std::uint64_t job) {
  MessageTerms terms;
  terms.utilization = model.utilization;
  terms.utilization_class = fabric.utilization_class(terms.utilization);
  terms.fairness = model.fairness;
  terms.job = job;
  if (rate) terms.cap = *rate;
  return terms;
}

void tell_background(const World& world, const Message& m, const std::string& from, const std::string& to) {
  if (world.observer == nullptr) return;
  const std::string bottleneck = bottleneck_name(m, world.topology);
  FlowRecord flow{"background", m.cell,  m.from,       m.to,        from,        to,
                  m.bytes,      m.start, m.first_byte, m.last_byte, m.last_byte, bottleneck};
  tell_way(m, flow);
  world.observer->flow_delivered(flow);
}

BackgroundFlow::BackgroundFlow(World world, const Model& model, const BackgroundSpec& spec, std::size_t number,
                               NodeId from, NodeId to)
    : world_(world),
      spec_(spec),
      from_(from),
      to_(to),
      terms_(background_terms(world.fabric, model, spec.rate, kBackgroundJobs + number)) {
  terms_.weight = spec.weight;
  terms_.priority = spec.priority;
  result_ = {spec.from.text, spec.to.text, spec.start.time_since_epoch(), spec.start.time_since_epoch(), 0};
  Message& m = world_.carrier.blank();
  m.owner = this;
  m.terms = &terms_;
  m.to = 1;
  m.bytes = spec.size.value_or(0);
  m.endless = !spec.size;
  lead(m, {from, to, mixed_bits(mixed_bits("background"), number)});
  m.start = spec.start;
  m.released.at = spec.start;
  message_ = m.id;
  world_.carrier.post(m);
  world_.queue.schedule(spec.start, *this, kStart);
  if (spec.stop) world_.queue.schedule(*spec.stop, *this, kStop);
}

void BackgroundFlow::lead(Message& m, const RouteRequest& request) const {
  Routers& routers = world_.routers;
  if (const auto stated = routers.stated.find(request.from, request.to); !stated.empty()) {
    m.route = stated.front().route;
    return;
  }
  m.request = request;
  if (routers.find(request, &world_.carrier, m.route)) return;
  throw SimulationError(fmt::format("background: no route from {} to {} in topology '{}'", spec_.from.text,
                                    spec_.to.text, world_.topology.name()));
}

/// What only accompanies others waits, come what may.
bool BackgroundFlow::find_detour(const Message& m, Route& route, PortFans& fans) {
  fans.clear();
  const RouteRequest request = m.request.value_or(RouteRequest{from_, to_});
  if (world_.routers.find_now(request, &world_.carrier, route) && !world_.failover->blocks(route.links)) return true;
  if (m.endless) return false;
  if (const auto why = world_.failover->why_cut_off(from_, to_)) {
    throw SimulationError(fmt::format("background: {} cannot reach {} from {} on: {}", spec_.from.text, spec_.to.text,
                                      format_time(world_.queue.now().time_since_epoch()), *why));
  }
  return false;
}

void BackgroundFlow::handle(Instant, std::uint64_t tag) {
  if (tag == kStart) {
    started_ = true;
  } else if (!ended_) {
    stop();
  }
}

void BackgroundFlow::message_left(const Message& m, const Release& sender_free, const Release&) {
  ended_ = true;
  result_.end = sender_free.at.time_since_epoch();
  result_.bytes = m.bytes;
  tell_background(world_, m, spec_.from.text, spec_.to.text);
}

void BackgroundFlow::stop() {
  const Message& m = world_.carrier.stop(message_);
  ended_ = true;
  result_.end = world_.queue.now().time_since_epoch();
  result_.bytes = m.bytes;
  tell_background(world_, m, spec_.from.text, spec_.to.text);
}

BackgroundResult BackgroundFlow::finish() {
  if (in_network()) stop();
  return result_;
}

}  // namespace collsim
