#include "workload/noise.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/mixing.h"
#include "workload/background.h"

namespace collsim {
namespace {

// Their numbers among those who claim begin above those of background flows.
constexpr std::uint64_t kNoiseJobs = std::uint64_t{1} << 33;

enum NoiseTag : std::uint64_t { kBegin, kEnd };

/// From 0 to below `most`.
Duration part_of(Duration most, std::uint64_t bits) {
  return Duration(
      static_cast<Duration::rep>(static_cast<double>(most.count()) * (static_cast<double>(bits >> 11) * 0x1p-53)));
}

}  // namespace

NoiseFlow::NoiseFlow(World world, const Model& model, const NoiseSpec& spec, std::size_t number, NodeId from, NodeId to)
    : world_(world),
      spec_(spec),
      from_(from),
      to_(to),
      number_(mixed_bits(mixed_bits(world.seed, mixed_bits("noise")), number)),
      terms_(background_terms(world.fabric, model, spec.rate, kNoiseJobs + number)),
      request_{from, to, mixed_bits(mixed_bits("noise"), number)} {
  result_.from = spec.from.text;
  result_.to = spec.to.text;
  find_route();  // told now where there is none, not at the first burst
  nominal_ = later(spec.start, spec.random_phase ? part_of(spec.period, mixed_bits(number_)) : spec.phase);
  schedule_burst();
}

Route NoiseFlow::find_route() const {
  Route route;
  if (const auto stated = world_.routers.stated.find(from_, to_); !stated.empty()) return stated.front().route;
  if (world_.routers.find_now(request_, &world_.carrier, route)) return route;
  throw SimulationError(fmt::format("noise: no route from {} to {} in topology '{}'", spec_.from.text, spec_.to.text,
                                    world_.topology.name()));
}

Duration NoiseFlow::jitter() const {
  return part_of(spec_.jitter, mixed_bits(number_, static_cast<std::uint64_t>(nominal_.time_since_epoch().count())));
}

/// It ends silently where the clock does.
void NoiseFlow::schedule_burst() {
  const Duration room = Instant::max() - nominal_;
  const Instant at = room > spec_.jitter + spec_.on ? nominal_ + jitter() : Instant::max();
  goes_on_ = at < spec_.stop.value_or(Instant::max());
  if (!goes_on_) return;
  nominal_ = room > spec_.period ? nominal_ + spec_.period : Instant::max();
  world_.queue.schedule(at, *this, kBegin);
}

void NoiseFlow::handle(Instant now, std::uint64_t tag) {
  if (tag == kBegin && under_way_) ++result_.left_out;
  if (tag == kBegin && !under_way_) begin(now);
  if (tag == kEnd) end();
  const bool lasts = tag == kBegin && spec_.rate;
  if (lasts) {
    world_.queue.schedule(std::min(now + spec_.on, spec_.stop.value_or(Instant::max())), *this, kEnd);
  } else {
    schedule_burst();
  }
}

void NoiseFlow::begin(Instant now) {
  Message& m = world_.carrier.blank();
  m.owner = this;
  m.terms = &terms_;
  m.to = 1;
  m.bytes = spec_.size.value_or(0);
  m.endless = !spec_.size;
  m.route = find_route();
  m.start = now;
  m.released.at = now;
  message_ = m.id;
  under_way_ = true;
  world_.carrier.post(m);
}

void NoiseFlow::end() {
  under_way_ = false;
  record(world_.carrier.stop(message_));
}

void NoiseFlow::message_left(const Message& m, const Release&, const Release&) {
  under_way_ = false;
  record(m);
}

/// It only accompanies others, and waits, come what may.
bool NoiseFlow::find_detour(const Message&, Route& route, PortFans& fans) {
  fans.clear();
  return world_.routers.find_now(request_, &world_.carrier, route) && !world_.failover->blocks(route.links);
}

void NoiseFlow::record(const Message& m) {
  result_.bytes += m.bytes;
  if (m.bytes > 0) ++result_.bursts;  // not one that the end of the run met as it began
  tell_background(world_, m, spec_.from.text, spec_.to.text);
}

NoiseResult NoiseFlow::finish() {
  if (under_way_ && world_.carrier.in_network(message_)) end();
  return result_;
}

}  // namespace collsim
