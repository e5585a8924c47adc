#include "kernel/event_queue.h"

#include <algorithm>
#include <vector>

#include "kernel/batched_events.h"
#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

Instant at(std::int64_t ticks) { return Instant(Duration(ticks)); }

/// Writes down which event ran when, and may do more.
struct Log final : EventHandler {
  struct Entry {
    std::int64_t ticks;
    std::uint64_t tag;
    bool operator==(const Entry&) const = default;
  };
  void handle(Instant now, std::uint64_t tag) override {
    entries.push_back({now.time_since_epoch().count(), tag});
    if (then) then(tag);
  }
  std::vector<Entry> entries;
  std::function<void(std::uint64_t)> then;
};

struct Settler final : InstantListener {
  void instant_ended(Instant now) override {
    instants.push_back(now.time_since_epoch().count());
    if (then) then();
  }
  std::vector<std::int64_t> instants;
  std::function<void()> then;
};

void run(EventQueue& queue) {
  while (queue.run_instant()) {
  }
}

using Entries = std::vector<Log::Entry>;

}  // namespace

TEST_CASE("event queue: events run by time, and at one time in the order of scheduling") {
  EventQueue queue;
  Log log;
  queue.schedule(at(20), log, 1);
  queue.schedule(at(10), log, 2);
  queue.schedule(at(20), log, 3);
  queue.schedule(at(10), log, 4);
  run(queue);
  CHECK(log.entries == Entries{{10, 2}, {10, 4}, {20, 1}, {20, 3}});
  CHECK(queue.events_run() == 4);
}

TEST_CASE("event queue: an event scheduled at the present instant runs within it, after those already there") {
  EventQueue queue;
  Log log;
  log.then = [&](std::uint64_t tag) {
    if (tag == 1) queue.schedule(queue.now(), log, 3);
  };
  queue.schedule(at(5), log, 1);
  queue.schedule(at(5), log, 2);
  REQUIRE(queue.run_instant());
  CHECK(log.entries == Entries{{5, 1}, {5, 2}, {5, 3}});
}

TEST_CASE("event queue: the listener is told once an instant, and again if it adds to the instant") {
  EventQueue queue;
  Log log;
  Settler settler;
  queue.on_instant_end(settler);
  bool added = false;
  settler.then = [&] {
    if (!added && queue.now() == at(7)) {
      added = true;
      queue.schedule(at(7), log, 9);
    }
  };
  queue.schedule(at(5), log, 1);
  queue.schedule(at(5), log, 2);
  queue.schedule(at(7), log, 3);
  run(queue);
  CHECK(settler.instants == std::vector<std::int64_t>{5, 7, 7});
  CHECK(log.entries == Entries{{5, 1}, {5, 2}, {7, 3}, {7, 9}});
}

TEST_CASE("event queue: a cancelled event never runs, and cancelling what has run says so") {
  EventQueue queue;
  Log log;
  const EventQueue::Id ran = queue.schedule(at(1), log, 1);
  const EventQueue::Id dropped = queue.schedule(at(2), log, 2);
  CHECK(queue.cancel(dropped));
  CHECK_FALSE(queue.cancel(dropped));
  run(queue);
  CHECK(log.entries == Entries{{1, 1}});
  CHECK_FALSE(queue.cancel(ran));
  CHECK_FALSE(queue.cancel(EventQueue::Id{}));
}

TEST_CASE("event queue: an id does not cancel a later event that took its place") {
  EventQueue queue;
  Log log;
  const EventQueue::Id first = queue.schedule(at(1), log, 1);
  run(queue);
  queue.schedule(at(2), log, 2);
  CHECK_FALSE(queue.cancel(first));
  run(queue);
  CHECK(log.entries == Entries{{1, 1}, {2, 2}});
}

TEST_CASE("event queue: a queue of nothing but cancelled events is empty and leaves the clock alone") {
  EventQueue queue;
  Log log;
  CHECK(queue.empty());
  queue.cancel(queue.schedule(at(3), log, 1));
  CHECK(queue.empty());
  CHECK_FALSE(queue.run_instant());
  CHECK(queue.now() == at(0));
}

// The yardstick is a plain list that is searched for the least (time, order) each time.
TEST_CASE("event queue: random schedules, cancellations and runs agree with a plain list", "[property]") {
  struct Plain {
    std::int64_t ticks;
    std::uint64_t tag;
  };
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    EventQueue queue;
    Log log;
    std::vector<Plain> plain;  // in order of scheduling
    Entries expected;
    std::vector<EventQueue::Id> ids;
    for (std::uint64_t tag = 0; tag < 300; ++tag) {
      const std::int64_t ticks = queue.now().time_since_epoch().count() + random.between(0, 20);
      ids.push_back(queue.schedule(at(ticks), log, tag));
      plain.push_back({ticks, tag});
      const std::uint64_t victim = random.below(ids.size());
      const auto same = [&](const Plain& p) { return p.tag == victim; };
      const auto found = std::find_if(plain.begin(), plain.end(), same);
      if (random.below(2) == 0) {
        CHECK(queue.cancel(ids[victim]) == (found != plain.end()));
        if (found != plain.end()) plain.erase(found);
      }
      if (random.below(4) != 0 || plain.empty()) continue;
      const auto earlier = [](const Plain& a, const Plain& b) { return a.ticks < b.ticks; };
      const std::int64_t next = std::min_element(plain.begin(), plain.end(), earlier)->ticks;
      for (const Plain& p : plain) {
        if (p.ticks == next) expected.push_back({p.ticks, p.tag});
      }
      plain.erase(std::remove_if(plain.begin(), plain.end(), [&](const Plain& p) { return p.ticks == next; }),
                  plain.end());
      REQUIRE(queue.run_instant());
    }
    CAPTURE(seed);
    REQUIRE(log.entries == expected);
    REQUIRE(queue.empty() == plain.empty());
  }
}

TEST_CASE("batched events: what is due at one instant runs in the order of adding, whatever came between") {
  EventQueue queue;
  std::vector<std::uint32_t> ran;
  BatchedEvents* events = nullptr;
  BatchedEvents batched(queue, [&](std::uint32_t item) {
    ran.push_back(item);
    if (item == 1) events->add(queue.now(), 5);
  });
  events = &batched;
  batched.add(at(10), 1);
  batched.add(at(10), 2);
  batched.add(at(5), 3);
  batched.add(at(10), 4);
  run(queue);
  CHECK(ran == std::vector<std::uint32_t>{3, 1, 2, 4, 5});
}
