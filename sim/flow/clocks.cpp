#include "flow/clocks.h"

#include <algorithm>
#include <cmath>

namespace collsim {
namespace {

constexpr double kTick = 1e-12;  // seconds
// A clock that never runs empty is set back from time to time, so that a byte does not get lost in its reading.
constexpr double kLargestReading = 1 << 28;

}  // namespace

double Clocks::served_at(const Clock& clock, Instant now) {
  return clock.served + clock.level * to_seconds(now - clock.since);
}

void Clocks::advance(Clock& clock, Instant now) {
  if (clock.since == now) return;
  if (clock.level == 0) clock.stalled += now - clock.since;
  clock.served = served_at(clock, now);
  clock.since = now;
}

void Clocks::enter(FlowId flow, double bytes) {
  if (loads_.size() <= flow) loads_.resize(flow + 1);
  const std::uint32_t visit = loads_[flow].visit;
  loads_[flow] = Load{};
  loads_[flow].left = bytes;
  loads_[flow].visit = visit;
}

void Clocks::join(FlowId flow, ClockId id, Instant now) {
  leave(flow, now);
  if (clocks_.size() <= id) clocks_.resize(id + 1);
  Clock& clock = clocks_[id];
  advance(clock, now);
  if (clock.flows == 0) {
    clock.due.clear();
    clock.served = 0;
  }
  if (clock.served > kLargestReading) rebase(clock);
  Load& load = loads_[flow];
  load.clock = id;
  load.mark = clock.served;
  load.stall_mark = clock.stalled;
  clock.due.push_back({clock.served + load.left, flow, load.visit});
  std::push_heap(clock.due.begin(), clock.due.end(), LaterDue{});
  ++clock.flows;
  change(id);
}

void Clocks::rebase(Clock& clock) {
  drop_past(clock);
  for (Due& due : clock.due) {
    if (loads_[due.flow].visit != due.visit) continue;
    due.reading -= clock.served;
    loads_[due.flow].mark -= clock.served;
  }
  std::make_heap(clock.due.begin(), clock.due.end(), LaterDue{});
  clock.served = 0;
}

void Clocks::leave(FlowId flow, Instant now) {
  Load& load = loads_[flow];
  if (load.clock == kNone) return;
  Clock& clock = clocks_[load.clock];
  advance(clock, now);
  const double bytes = std::min(load.left, clock.served - load.mark);
  load.left -= bytes;
  load.sent += bytes;
  load.stalled += clock.stalled - load.stall_mark;
  ++load.visit;
  --clock.flows;
  change(load.clock);
  load.clock = kNone;
}

void Clocks::set_level(ClockId id, double level, Instant now) {
  if (clocks_.size() <= id) clocks_.resize(id + 1);
  Clock& clock = clocks_[id];
  if (clock.level == level) return;
  advance(clock, now);
  clock.level = level;
  change(id);
}

double Clocks::moved(FlowId flow, Instant now) const {
  const Load& load = loads_[flow];
  if (load.clock == kNone) return load.sent;
  return load.sent + std::min(load.left, served_at(clocks_[load.clock], now) - load.mark);
}

Duration Clocks::stalled(FlowId flow, Instant now) const {
  const Load& load = loads_[flow];
  if (load.clock == kNone) return load.stalled;
  const Clock& clock = clocks_[load.clock];
  const Duration standing = clock.level == 0 ? now - clock.since : Duration{};
  return load.stalled + clock.stalled + standing - load.stall_mark;
}

void Clocks::change(ClockId id) {
  if (clocks_[id].changed) return;
  clocks_[id].changed = true;
  changed_.push_back(id);
}

/// Takes flows that left off the top of the heap, and all of them once they are the larger part.
void Clocks::drop_past(Clock& clock) {
  const auto past = [this](const Due& due) { return loads_[due.flow].visit != due.visit; };
  if (clock.due.size() > 8 && clock.due.size() > 2 * clock.flows) {
    clock.due.erase(std::remove_if(clock.due.begin(), clock.due.end(), past), clock.due.end());
    std::make_heap(clock.due.begin(), clock.due.end(), LaterDue{});
  }
  while (!clock.due.empty() && past(clock.due.front())) {
    std::pop_heap(clock.due.begin(), clock.due.end(), LaterDue{});
    clock.due.pop_back();
  }
}

void Clocks::forecast(ClockId id, Instant now) {
  Clock& clock = clocks_[id];
  clock.changed = false;
  ++clock.forecast;
  if (clock.flows == 0 || clock.level <= 0) return;
  drop_past(clock);
  advance(clock, now);
  const double seconds = std::max(0.0, clock.due.front().reading - clock.served) / clock.level;
  // Beyond the clock's range, or endless: there is nothing to wait for unless its level changes.
  if (!(seconds < to_seconds(Instant::max() - now) - 1)) return;
  forecasts_.push_back({now + round_up_to_tick(seconds), id, clock.forecast});
  std::push_heap(forecasts_.begin(), forecasts_.end(), LaterForecast{});
}

/// Where most forecasts have been overtaken, finding the rest in one pass is cheaper than popping them.
void Clocks::compact() {
  if (forecasts_.size() < 64 || forecasts_.size() < 2 * live_forecasts_) return;
  const auto past = [this](const Forecast& f) { return !in_force(f); };
  forecasts_.erase(std::remove_if(forecasts_.begin(), forecasts_.end(), past), forecasts_.end());
  std::make_heap(forecasts_.begin(), forecasts_.end(), LaterForecast{});
  live_forecasts_ = forecasts_.size();
}

Instant Clocks::next_end(Instant now) {
  for (const ClockId id : changed_) forecast(id, now);
  changed_.clear();
  compact();
  while (!forecasts_.empty() && !in_force(forecasts_.front())) {
    std::pop_heap(forecasts_.begin(), forecasts_.end(), LaterForecast{});
    forecasts_.pop_back();
  }
  return forecasts_.empty() ? Instant::max() : forecasts_.front().end;
}

void Clocks::take_ended(Instant now, std::vector<FlowId>& ended) {
  while (!forecasts_.empty() && (!in_force(forecasts_.front()) || forecasts_.front().end <= now + Duration(1))) {
    const Forecast f = forecasts_.front();
    std::pop_heap(forecasts_.begin(), forecasts_.end(), LaterForecast{});
    forecasts_.pop_back();
    if (in_force(f)) take_ended_of(f.clock, now, ended);
  }
}

void Clocks::take_ended_of(ClockId id, Instant now, std::vector<FlowId>& ended) {
  Clock& clock = clocks_[id];
  ++clock.forecast;
  change(id);
  advance(clock, now);
  for (drop_past(clock); !clock.due.empty(); drop_past(clock)) {
    if (clock.due.front().reading - clock.served >= clock.level * kTick) return;
    const FlowId flow = clock.due.front().flow;
    leave(flow, now);
    ended.push_back(flow);
  }
}

}  // namespace collsim
