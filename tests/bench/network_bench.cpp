#include <functional>

#include <benchmark/benchmark.h>

#include "flow/network.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

constexpr double kCapacity = 450e9;
constexpr double kMessage = 128.0 * 1024 * 1024;

struct Starter final : EventHandler {
  std::function<void()> start;
  void handle(Instant, std::uint64_t) override { start(); }
};

/// A network on its own, every resource with the same capacity.
struct World final : FlowListener {
  explicit World(std::size_t resources)
      : network(queue, *this, std::vector<Resource>(resources, {kCapacity, true}), {}) {}

  void flow_ended(FlowId, std::uint64_t) override { ++ended; }
  /// Calls `start` within an instant, now, and runs until nothing is left.
  void run(std::function<void()> start) {
    starter.start = std::move(start);
    queue.schedule(queue.now(), starter, 0);
    while (queue.run_instant()) ++instants;
  }

  Starter starter;
  EventQueue queue;
  FluidNetwork network;
  std::int64_t ended = 0;
  std::int64_t instants = 0;
};

/// All pairs of a crossbar at once; pair j's size is 1 + (one of `sizes` fractions, drawn at random) times the block.
void all_at_once(benchmark::State& state, int chips, int sizes) {
  std::int64_t flows = 0;
  std::int64_t instants = 0;
  for (auto _ : state) {
    World w(static_cast<std::size_t>(2 * chips));
    Random random(1);
    w.run([&] {
      for (int a = 0; a < chips; ++a) {
        for (int b = 0; b < chips; ++b) {
          if (a == b) continue;
          const ResourceId route[] = {static_cast<ResourceId>(a), static_cast<ResourceId>(chips + b)};
          const double bytes = kMessage / chips * (1 + random.between(0, sizes - 1) / static_cast<double>(sizes));
          w.network.start({bytes, 1, std::numeric_limits<double>::infinity(), route, {}, 0});
        }
      }
    });
    flows += w.ended;
    instants += w.instants;
  }
  state.SetItemsProcessed(flows);
  state.counters["instants"] = static_cast<double>(instants) / static_cast<double>(state.iterations());
}

/// Steps of one flow a port, as pairwise exchange posts them.
void stepwise(benchmark::State& state, int chips) {
  std::int64_t flows = 0;
  for (auto _ : state) {
    World w(static_cast<std::size_t>(2 * chips));
    const auto start_step = [&](int step) {
      for (int a = 0; a < chips; ++a) {
        const ResourceId route[] = {static_cast<ResourceId>(a), static_cast<ResourceId>(chips + (a + step) % chips)};
        w.network.start({kMessage / chips, 1, std::numeric_limits<double>::infinity(), route, {}, 0});
      }
    };
    for (int step = 1; step <= 100; ++step) w.run([&] { start_step(step); });
    flows += w.ended;
  }
  state.SetItemsProcessed(flows);
}

/// Many small groups on links of their own: each end and start changes its group alone.
void churn(benchmark::State& state, int groups) {
  std::int64_t flows = 0;
  for (auto _ : state) {
    World w(static_cast<std::size_t>(4 * groups));
    Random random(1);
    w.run([&] {
      for (int i = 0; i < 8 * groups; ++i) {
        const int group = random.between(0, groups - 1);
        const ResourceId route[] = {static_cast<ResourceId>(4 * group + random.between(0, 1)),
                                    static_cast<ResourceId>(4 * group + random.between(2, 3))};
        w.network.start({1e6 * random.between(1, 1000), 1, std::numeric_limits<double>::infinity(), route, {}, 0});
      }
    });
    flows += w.ended;
  }
  state.SetItemsProcessed(flows);
}

}  // namespace

static void all_at_once_equal(benchmark::State& state) { all_at_once(state, static_cast<int>(state.range(0)), 1); }
static void all_at_once_64_sizes(benchmark::State& state) { all_at_once(state, static_cast<int>(state.range(0)), 64); }
static void all_at_once_many_sizes(benchmark::State& state) {
  all_at_once(state, static_cast<int>(state.range(0)), 1 << 24);
}
static void one_flow_a_port(benchmark::State& state) { stepwise(state, static_cast<int>(state.range(0))); }
static void churn_in_groups(benchmark::State& state) { churn(state, static_cast<int>(state.range(0))); }
BENCHMARK(one_flow_a_port)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(churn_in_groups)->Arg(16)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(all_at_once_equal)->Arg(128)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(all_at_once_64_sizes)->Arg(64)->Arg(128)->Arg(256)->Unit(benchmark::kMillisecond);
BENCHMARK(all_at_once_many_sizes)->Arg(64)->Arg(128)->Arg(256)->Unit(benchmark::kMillisecond);
