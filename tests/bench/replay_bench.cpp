#include <benchmark/benchmark.h>

#include "scenario/reader.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

using namespace collsim;

namespace {

std::string star(int ranks, const char* op, const char* algorithm, const char* sync) {
  const std::string chips = "\"c[0-" + std::to_string(ranks - 1) + "]\"";
  return "topology:\n  nodes: [{id: " + chips + ", kind: chip}, {id: sw, kind: switch}]\n  links: [{from: " + chips +
         ", to: sw, bandwidth: 450 GB/s, latency: 50 ns}]\nmodel: {alpha_start: 300 ns, sync: " + sync +
         "}\ncollectives: [{op: " + op + ", algorithm: " + algorithm + ", size: 128 MiB}]\n";
}

/// A whole run in the process: topology, routes, every step, the result.
void run(benchmark::State& state, const char* op, const char* algorithm, const char* sync) {
  const Scenario scenario =
      parse_scenario(star(static_cast<int>(state.range(0)), op, algorithm, sync), "bench.yaml", known_algorithms());
  std::int64_t flows = 0;
  for (auto _ : state) flows += replay(scenario).runs.front().collectives.front().flows;
  state.SetItemsProcessed(flows);
}

}  // namespace

static void ring_barrier(benchmark::State& state) { run(state, "all_reduce", "ring", "barrier"); }
static void ring_dataflow(benchmark::State& state) { run(state, "all_reduce", "ring", "dataflow"); }
static void pairwise_barrier(benchmark::State& state) { run(state, "all_to_all", "pairwise", "barrier"); }
static void direct_barrier(benchmark::State& state) { run(state, "all_to_all", "direct", "barrier"); }
BENCHMARK(ring_barrier)->Arg(8)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(ring_dataflow)->Arg(8)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);
BENCHMARK(pairwise_barrier)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(direct_barrier)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);
