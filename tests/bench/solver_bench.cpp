#include <benchmark/benchmark.h>

#include "flow/refill.h"
#include "flow/solver.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

struct System {
  std::vector<double> capacity;
  std::vector<std::uint32_t> first{0};
  std::vector<ResourceId> resource;

  RateProblem problem() const { return {capacity, first, resource, {}, {}, {}}; }
};

/// All pairs over a crossbar: one level settles everything.
System crossbar(int chips) {
  System s;
  s.capacity.assign(static_cast<std::size_t>(2 * chips), 50e9);
  for (int a = 0; a < chips; ++a) {
    for (int b = 0; b < chips; ++b) {
      if (a == b) continue;
      s.resource.push_back(static_cast<ResourceId>(a));
      s.resource.push_back(static_cast<ResourceId>(chips + b));
      s.first.push_back(static_cast<std::uint32_t>(s.resource.size()));
    }
  }
  return s;
}

/// Every flow over one backbone, from a port of its own to one of its own.
System backbone(int flows) {
  System s;
  s.capacity.assign(static_cast<std::size_t>(2 * flows + 1), 50e9);
  for (int f = 0; f < flows; ++f) {
    s.resource.push_back(static_cast<ResourceId>(1 + f));
    s.resource.push_back(0);
    s.resource.push_back(static_cast<ResourceId>(1 + flows + f));
    s.first.push_back(static_cast<std::uint32_t>(s.resource.size()));
  }
  return s;
}

/// Random routes of four hops over links of many capacities: many levels.
System random_routes(int flows) {
  System s;
  Random random(1);
  const int links = flows / 4 + 8;
  for (int l = 0; l < links; ++l) s.capacity.push_back(1e9 * random.between(1, 1000));
  for (int f = 0; f < flows; ++f) {
    ResourceId link = static_cast<ResourceId>(random.between(0, links - 1));
    for (int hop = 0; hop < 4; ++hop) {
      s.resource.push_back(link);
      link = static_cast<ResourceId>((static_cast<int>(link) + random.between(1, links / 4 - 1)) % links);
    }
    s.first.push_back(static_cast<std::uint32_t>(s.resource.size()));
  }
  return s;
}

void solve(benchmark::State& state, const System& system) {
  RateSolver solver(Sharing::max_min);
  Allocation allocation;
  for (auto _ : state) {
    solver.solve(system.problem(), allocation);
    benchmark::DoNotOptimize(allocation.rate.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(system.resource.size()));
}

/// The same, in the tables that the network keeps: every flow settled anew.
void refill(benchmark::State& state, const System& system) {
  FlowTable table(system.capacity.size());
  Bindings bindings(system.capacity.size());
  Refill filling(table, bindings);
  bindings.capacity = system.capacity;
  for (std::size_t f = 0; f + 1 < system.first.size(); ++f) {
    const std::span<const ResourceId> all = system.resource;
    table.add(all.subspan(system.first[f], system.first[f + 1] - system.first[f]));
  }
  bindings.flows.assign(table.slots(), {bindings.nothing(), 0});
  bindings.cap.assign(table.slots(), Bindings::kNever);
  for (ResourceId r = 0; r < system.capacity.size(); ++r) filling.include(r);
  for (auto _ : state) {
    Rebound rebound;
    filling.invalidate_from(-1);
    filling.run(rebound);
    benchmark::DoNotOptimize(rebound.flows.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(system.resource.size()));
}

/// The floor: each (flow, hop) touched once.
void count_pass(benchmark::State& state, const System& system) {
  std::vector<std::uint32_t> count(system.capacity.size());
  for (auto _ : state) {
    for (const ResourceId r : system.resource) ++count[r];
    benchmark::DoNotOptimize(count.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(system.resource.size()));
}

}  // namespace

static void solver_crossbar(benchmark::State& state) { solve(state, crossbar(static_cast<int>(state.range(0)))); }
static void refill_crossbar(benchmark::State& state) { refill(state, crossbar(static_cast<int>(state.range(0)))); }
static void refill_random(benchmark::State& state) { refill(state, random_routes(static_cast<int>(state.range(0)))); }
static void refill_backbone(benchmark::State& state) { refill(state, backbone(static_cast<int>(state.range(0)))); }
static void solver_crossbar_floor(benchmark::State& state) {
  count_pass(state, crossbar(static_cast<int>(state.range(0))));
}
static void solver_random(benchmark::State& state) { solve(state, random_routes(static_cast<int>(state.range(0)))); }
static void solver_random_floor(benchmark::State& state) {
  count_pass(state, random_routes(static_cast<int>(state.range(0))));
}
BENCHMARK(solver_crossbar)->Arg(64)->Arg(512)->Unit(benchmark::kMicrosecond);
BENCHMARK(refill_crossbar)->Arg(64)->Arg(512)->Unit(benchmark::kMicrosecond);
BENCHMARK(refill_random)->Arg(10000)->Arg(250000)->Unit(benchmark::kMicrosecond);
BENCHMARK(refill_backbone)->Arg(10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(solver_crossbar_floor)->Arg(64)->Arg(512)->Unit(benchmark::kMicrosecond);
BENCHMARK(solver_random)->Arg(10000)->Arg(250000)->Unit(benchmark::kMicrosecond);
BENCHMARK(solver_random_floor)->Arg(10000)->Arg(250000)->Unit(benchmark::kMicrosecond);
