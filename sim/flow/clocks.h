#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"
#include "flow/flow_table.h"

namespace collsim {

/// Virtual time. All flows that one resource binds have the same rate, its level, so they share one clock: it counts
/// the bytes that each of them has had, and a flow ends when the clock reads what it read as the flow joined plus what
/// the flow then had left.
///
///     clock of a resource   0 ───────── served now ──────────▶ bytes
///     its flows, in a heap                   │    │ │      │    by the reading at which they end
///
/// A level that changes so costs its clock one new forecast, and its flows nothing; remaining bytes are reckoned up
/// only when a flow changes clocks. A flow that no shared resource binds has a clock of its own. The earliest ends of
/// all clocks stand in one heap.
using ClockId = std::uint32_t;

class Clocks {
 public:
  /// Clock 0 … resources − 1 are those of the resources; `own(flow)` are the others.
  explicit Clocks(std::size_t resources) : resources_(resources), clocks_(resources) {}

  ClockId own(FlowId flow) const { return static_cast<ClockId>(resources_ + flow); }

  /// A flow that has no clock yet.
  void enter(FlowId flow, double bytes);
  /// From now on the flow's bytes leave at that clock's level. Leaves the clock it was on.
  void join(FlowId flow, ClockId clock, Instant now);
  /// Stops the flow: what it moved stays to be read.
  void leave(FlowId flow, Instant now);
  /// Bytes per second of each flow on the clock.
  void set_level(ClockId clock, double level, Instant now);

  /// The next end, or Instant::max(). Call it when all changes of an instant are in.
  Instant next_end(Instant now);
  /// Takes out every flow of which less than a tick is left.
  void take_ended(Instant now, std::vector<FlowId>& ended);

  bool is_on(FlowId flow, ClockId clock) const { return loads_[flow].clock == clock; }
  double level(ClockId clock) const { return clock < clocks_.size() ? clocks_[clock].level : 0; }
  double rate(FlowId flow) const { return loads_[flow].clock == kNone ? 0 : clocks_[loads_[flow].clock].level; }
  double moved(FlowId flow, Instant now) const;
  Duration stalled(FlowId flow, Instant now) const;

 private:
  static constexpr ClockId kNone = static_cast<ClockId>(-1);
  struct Due {
    double reading;
    FlowId flow;
    std::uint32_t visit;  // the flow's, when it joined: any other is of the past
  };
  struct Clock {
    double level = 0;
    double served = 0;  // at `since`
    Instant since{};
    Duration stalled{};    // up to `since`: time at level 0
    std::vector<Due> due;  // a heap
    std::uint32_t flows = 0;
    std::uint32_t forecast = 0;  // number of the forecast in force
    bool changed = false;
  };
  struct Load {
    double left = 0;  // bytes when it joined its clock
    double sent = 0;  // bytes before that
    double mark = 0;  // what the clock read then
    Duration stalled{};
    Duration stall_mark{};
    ClockId clock = kNone;
    std::uint32_t visit = 0;
  };
  struct Forecast {
    Instant end;
    ClockId clock;
    std::uint32_t number;
  };

  struct LaterDue {
    bool operator()(const Due& a, const Due& b) const { return a.reading > b.reading; }
  };
  struct LaterForecast {
    bool operator()(const Forecast& a, const Forecast& b) const { return a.end > b.end; }
  };
  static double served_at(const Clock& clock, Instant now);

  void advance(Clock& clock, Instant now);
  void rebase(Clock& clock);
  void change(ClockId id);
  void drop_past(Clock& clock);
  void forecast(ClockId id, Instant now);
  void compact();
  bool in_force(const Forecast& f) const { return clocks_[f.clock].forecast == f.number; }
  void take_ended_of(ClockId id, Instant now, std::vector<FlowId>& ended);

  std::size_t resources_;
  std::vector<Clock> clocks_;
  std::vector<Load> loads_;  // by flow
  std::vector<ClockId> changed_;
  std::vector<Forecast> forecasts_;  // a heap
  std::size_t live_forecasts_ = 0;
};

}  // namespace collsim
