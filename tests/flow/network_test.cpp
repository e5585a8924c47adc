#include "flow/network.h"

#include <map>

#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// A network with a log of ends, driven by what the test schedules.
struct World final : EventHandler, FlowListener {
  explicit World(std::vector<Resource> resources,
                 NetworkOptions options = {Sharing::max_min, Resolving::progressive, true})
      : network(queue, *this, std::move(resources), options) {}

  void at(std::int64_t ticks, std::function<void()> what) {
    actions.push_back(std::move(what));
    queue.schedule(Instant(Duration(ticks)), *this, actions.size() - 1);
  }
  void handle(Instant, std::uint64_t tag) override { actions[tag](); }
  void flow_ended(FlowId, std::uint64_t tag) override {
    end[tag] = queue.now().time_since_epoch().count();
    if (on_end) on_end(tag);
  }
  FlowId start(std::uint64_t tag, double bytes, const std::vector<ResourceId>& route, double weight = 1,
               double cap = std::numeric_limits<double>::infinity()) {
    return network.start({bytes, weight, cap, route, {}, tag});
  }
  void run() {
    while (queue.run_instant()) {
    }
  }

  EventQueue queue;
  std::map<std::uint64_t, std::int64_t> end;  // ticks, by tag
  std::function<void(std::uint64_t)> on_end;
  std::vector<std::function<void()>> actions;
  FluidNetwork network;
};

// 1e12 bytes per second: one byte a tick, so that times can be read off.
constexpr double kByteATick = 1e12;

}  // namespace

TEST_CASE("network: a flow that ends gives its share back at once") {
  // 100 and 300 bytes share a link of 1 byte a tick: both at 1/2, the first ends at 200; the second has 200 left and
  // ends at 400.
  World w({{kByteATick, true}});
  w.at(0, [&] {
    w.start(1, 100, {0});
    w.start(2, 300, {0});
  });
  w.run();
  CHECK(w.end == std::map<std::uint64_t, std::int64_t>{{1, 200}, {2, 400}});
  CHECK(w.network.peak_flows(0) == 2);
}

TEST_CASE("network: with rates frozen on departure the one who stays goes on at its old rate") {
  World w({{kByteATick, true}}, {Sharing::max_min, Resolving::frozen_on_departure, true});
  w.at(0, [&] {
    w.start(1, 100, {0});
    w.start(2, 300, {0});
  });
  w.run();
  CHECK(w.end == std::map<std::uint64_t, std::int64_t>{{1, 200}, {2, 600}});
}

TEST_CASE("network: all that starts at one instant is settled by one computation") {
  World w({{kByteATick, true}});
  w.at(0, [&] {
    for (std::uint64_t tag = 0; tag < 10; ++tag) w.start(tag, 100, {0});
  });
  w.run();
  for (const auto& [tag, ticks] : w.end) CHECK(ticks == 1000);  // ten at 1/10 each
  CHECK(w.network.solves() == 1);                               // nobody is left when they end, together
}

TEST_CASE("network: a change does not touch flows that share nothing with it, directly or by others") {
  World w({{kByteATick, true}, {kByteATick, true}, {kByteATick, true}});
  w.at(0, [&] {
    w.start(1, 1000, {0});
    w.start(2, 1000, {1, 2});
  });
  w.at(100, [&] { w.start(3, 50, {2}); });
  w.run();
  // Flow 3 takes half of resource 2 from 100 to 200, so flow 2 loses 50 bytes' time; flow 1 nothing.
  CHECK(w.end == std::map<std::uint64_t, std::int64_t>{{1, 1000}, {2, 1050}, {3, 200}});
}

TEST_CASE("network: a capacity that changes and a link that goes down and up again") {
  // 1000 bytes: 100 by tick 100, then 1/2 a byte a tick until 300 (100 more), then nothing until 500, then 800 at 1.
  World w({{kByteATick, true}});
  FlowId flow = 0;
  Duration stalled{};
  w.at(0, [&] { flow = w.start(1, 1000, {0}); });
  w.at(100, [&] { w.network.set_capacity(0, kByteATick / 2); });
  w.at(300, [&] { w.network.set_capacity(0, 0); });
  w.at(400, [&] { CHECK(w.network.moved(flow) == 200); });
  w.at(500, [&] { w.network.set_capacity(0, kByteATick); });
  w.on_end = [&](std::uint64_t) { stalled = w.network.stalled(flow); };
  w.run();
  CHECK(w.end.at(1) == 1300);
  CHECK(stalled == Duration(200));
}

TEST_CASE("network: a resource that is not shared gives every flow its whole capacity") {
  World w({{kByteATick, false}, {3 * kByteATick, true}});
  w.at(0, [&] {
    w.start(1, 100, {0, 1});
    w.start(2, 100, {0, 1});
    w.start(3, 300, {1});
  });
  w.run();
  // Three flows on 3 bytes a tick: one each, which for 1 and 2 is also their cap. Then flow 3 has the other 2 too: at
  // tick 100 it has 200 left at 3 a tick, 66.67 ticks more, rounded up.
  CHECK(w.end == std::map<std::uint64_t, std::int64_t>{{1, 100}, {2, 100}, {3, 167}});
}

TEST_CASE("network: weights divide a link, a cap leaves the rest to the others") {
  World w({{kByteATick, true}});
  w.at(0, [&] {
    w.start(1, 300, {0}, 3);                    // 3/4 of what flow 3 leaves
    w.start(2, 100, {0}, 1);                    // 1/4
    w.start(3, 100, {0}, 4, kByteATick * 0.2);  // capped below its share of 4/8
  });
  w.run();
  // 0.8 are left: 0.6 and 0.2. All end at 500.
  CHECK(w.end == std::map<std::uint64_t, std::int64_t>{{1, 500}, {2, 500}, {3, 500}});
}

TEST_CASE("network: an endless flow is stopped and says what it moved, the others get its share") {
  World w({{kByteATick, true}});
  FlowId endless = 0;
  w.at(0, [&] {
    endless = w.start(1, std::numeric_limits<double>::infinity(), {0});
    w.start(2, 100, {0});
  });
  w.at(100, [&] {
    CHECK(w.network.moved(endless) == 50);
    w.network.stop(endless);
  });
  w.run();
  CHECK(w.end == std::map<std::uint64_t, std::int64_t>{{2, 150}});
}

TEST_CASE("network: flows that end together by symmetry end in one event in spite of rounding") {
  // Thirds of a link do not divide evenly into ticks; 7 flows of 1000 bytes at 1/7 byte a tick.
  World w({{kByteATick, true}});
  int instants = 0;
  std::int64_t last = -1;
  w.on_end = [&](std::uint64_t tag) {
    if (w.end[tag] != last) ++instants;
    last = w.end[tag];
  };
  w.at(0, [&] {
    for (std::uint64_t tag = 0; tag < 7; ++tag) w.start(tag, 1000.0 / 3, {0});
  });
  w.run();
  CHECK(instants == 1);
  CHECK(last == 2334);  // 7 · 333.33 = 2333.33, rounded up
}

// Work is conserved: on one link that is never idle the last end is the sum of all bytes, within a tick a completion.
TEST_CASE("network: random arrivals on one busy link end when all their bytes have passed", "[property]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    World w({{kByteATick, true}});
    double bytes = 0;
    const int flows = random.between(2, 40);
    for (int f = 0; f < flows; ++f) {
      const double size = random.between(1000, 100000);
      // Arrivals within the first 1000 ticks, which the first flow alone fills.
      w.at(f == 0 ? 0 : random.between(0, 1000), [&w, f, size] { w.start(static_cast<std::uint64_t>(f), size, {0}); });
      bytes += size;
    }
    w.run();
    std::int64_t last = 0;
    for (const auto& [tag, ticks] : w.end) last = std::max(last, ticks);
    CAPTURE(seed);
    REQUIRE(w.end.size() == static_cast<std::size_t>(flows));
    REQUIRE(std::abs(static_cast<double>(last) - bytes) <= flows + 1);
  }
}
