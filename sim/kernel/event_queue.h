#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/slots.h"
#include "base/time.h"

namespace collsim {

/// What happens at an instant. `tag` is the handler's own: it says which of its events this is.
class EventHandler {
 public:
  virtual void handle(Instant now, std::uint64_t tag) = 0;

 protected:
  ~EventHandler() = default;
};

/// Settles, once, what the events of one instant have changed.
class InstantListener {
 public:
  virtual void instant_ended(Instant now) = 0;

 protected:
  ~InstantListener() = default;
};

/// The clock and the events to come. Contract:
///  - events run in order of (time, order of scheduling), so a run is a pure function of its input;
///  - an event may schedule others at its own instant: they run within that instant, after those already there;
///  - when an instant has no event left the listener is told; if it schedules more at that instant they run, and it is
///    told again;
///  - a cancelled event never runs; cancelling one that ran or was cancelled is harmless and says so.
class EventQueue {
 public:
  class Id {
    friend class EventQueue;
    std::uint32_t slot = 0;
    std::uint64_t sequence = 0;  // 0: never scheduled
  };

  Instant now() const { return now_; }
  /// Events to come.
  std::size_t pending() const { return heap_.size() - cancelled_; }
  bool empty() const { return heap_.size() == cancelled_; }
  /// When the next event is due; Instant::max() if there is none.
  Instant next_at();
  std::uint64_t events_run() const { return events_run_; }

  /// Requires: at >= now(); the handler outlives the event.
  Id schedule(Instant at, EventHandler& handler, std::uint64_t tag);
  /// True if the event was still to come.
  bool cancel(Id id);
  /// At most one listener. Requires: it outlives the queue's last run_instant().
  void on_instant_end(InstantListener& listener) { listener_ = &listener; }

  /// Moves the clock to the next event's instant and runs all of that instant. False, with the clock where it was, if
  /// there is no event.
  bool run_instant();

 private:
  struct Entry {
    Instant at;
    std::uint64_t sequence;
    std::uint32_t slot;
  };
  struct Slot {
    EventHandler* handler = nullptr;
    std::uint64_t tag = 0;
    std::uint64_t sequence = 0;  // of the event that holds the slot; 0: cancelled or free
  };
  static bool later(const Entry& a, const Entry& b);

  void pop_top();
  void drop_cancelled_top();
  void compact();
  void run_top();

  std::vector<Entry> heap_;
  std::vector<Slot> slots_;
  Slots numbers_;              // of slots_
  std::size_t cancelled_ = 0;  // entries of the heap that are only to be skipped
  std::uint64_t next_sequence_ = 1;
  std::uint64_t events_run_ = 0;
  Instant now_{};
  InstantListener* listener_ = nullptr;
};

}  // namespace collsim
