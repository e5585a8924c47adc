#include <benchmark/benchmark.h>

#include "routing/shortest.h"
#include "support/clusters.h"

using namespace collsim;
using test::Cluster;

namespace {

using Build = Topology (*)(int chips);

/// The routes of some steps of a pairwise all_to_all: no pair twice.
std::int64_t ask_steps(ShortestRouter& router, const std::vector<NodeId>& chips, std::size_t first, std::size_t steps) {
  std::int64_t hops = 0;
  for (std::size_t step = first; step < first + steps; ++step) {
    for (std::size_t i = 0; i < chips.size(); ++i) {
      std::size_t to = i + step;
      if (to >= chips.size()) to -= chips.size();
      hops += static_cast<std::int64_t>(router.view(chips[i], chips[to]).links.size());
    }
  }
  return hops;
}

/// Steps spread over all distances, so that few stand for the whole operation. With `warm` each destination was asked
/// for once before, by another chip.
void pairwise(benchmark::State& state, Build build, Ties ties, bool warm) {
  const Topology topology = build(static_cast<int>(state.range(0)));
  const std::vector<NodeId>& chips = topology.chips();
  constexpr std::size_t kSteps = 16;
  std::int64_t finds = 0;
  std::size_t memory = 0;
  for (auto _ : state) {
    state.PauseTiming();
    ShortestRouter router(topology, ties);
    if (warm) ask_steps(router, chips, 1, 1);
    state.ResumeTiming();
    for (std::size_t i = 1; i <= kSteps; ++i) {
      benchmark::DoNotOptimize(ask_steps(router, chips, i * (chips.size() - 1) / kSteps, 1));
    }
    finds += static_cast<std::int64_t>(kSteps * chips.size());
    memory = router.memory_bytes();
  }
  state.SetItemsProcessed(finds);
  state.counters["ns_per_find"] =
      benchmark::Counter(static_cast<double>(finds) * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["router_MB"] = static_cast<double>(memory) * 1e-6;
}

void construction(benchmark::State& state, Build build) {
  const Topology topology = build(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const ShortestRouter router(topology, Ties::destination);
    benchmark::DoNotOptimize(&router);
  }
  state.counters["links"] = static_cast<double>(topology.link_count());
}

void sizes(benchmark::internal::Benchmark* b) { b->Arg(1024)->Arg(4096)->Arg(16384)->Unit(benchmark::kMillisecond); }

}  // namespace

BENCHMARK_CAPTURE(pairwise, star_cold, Cluster::star, Ties::destination, false)->Apply(sizes);
BENCHMARK_CAPTURE(pairwise, star_warm, Cluster::star, Ties::destination, true)->Apply(sizes);
BENCHMARK_CAPTURE(pairwise, leaf_spine_cold, Cluster::leaf_spine, Ties::destination, false)->Apply(sizes);
BENCHMARK_CAPTURE(pairwise, leaf_spine_warm, Cluster::leaf_spine, Ties::destination, true)->Apply(sizes);
BENCHMARK_CAPTURE(pairwise, leaf_spine_file_order, Cluster::leaf_spine, Ties::file_order, true)->Apply(sizes);
BENCHMARK_CAPTURE(pairwise, rails_cold, Cluster::rails, Ties::destination, false)->Apply(sizes);
BENCHMARK_CAPTURE(pairwise, rails_warm, Cluster::rails, Ties::destination, true)->Apply(sizes);
BENCHMARK_CAPTURE(pairwise, rails_file_order, Cluster::rails, Ties::file_order, true)->Apply(sizes);
BENCHMARK_CAPTURE(construction, star, Cluster::star)->Apply(sizes);
BENCHMARK_CAPTURE(construction, leaf_spine, Cluster::leaf_spine)->Apply(sizes);
BENCHMARK_CAPTURE(construction, rails, Cluster::rails)->Apply(sizes);
