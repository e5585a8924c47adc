#include <benchmark/benchmark.h>

#include "scenario/reader.h"
#include "topology/topology.h"

using namespace collsim;

namespace {

std::string ranges(std::int64_t chips) {
  const std::string all = "\"c[0-" + std::to_string(chips - 1) + "]\"";
  return "nodes:\n- {id: " + all + ", kind: chip}\n- {id: sw, kind: switch}\nlinks:\n- {from: " + all +
         ", to: sw, bandwidth: 450 GB/s}\n";
}

std::string written_out(std::int64_t chips) {
  std::string nodes = "nodes:\n- {id: sw, kind: switch}\n";
  std::string links = "links:\n";
  for (std::int64_t i = 0; i < chips; ++i) {
    const std::string id = "c" + std::to_string(i);
    nodes += "- {id: " + id + ", kind: chip}\n";
    links += "- {from: " + id + ", to: sw, bandwidth: 450 GB/s}\n";
  }
  return nodes + links;
}

/// Nodes of eight chips on NVSwitch, in units of 32 with a leaf a rail, four units to a pod of 32 spines, and cores.
std::string rails(std::int64_t chips) {
  return "generate: {kind: rail_optimized, nodes: " + std::to_string(chips / 8) +
         ", nodes_per_unit: 32, units_per_pod: 4, nvlink: {bandwidth: 450 GB/s}, nics: {pcie: {bandwidth: 55 GB/s}}, "
         "link: {bandwidth: 50 GB/s}, spines: 32, oversubscription: 1, cores_per_spine: 8, spine_oversubscription: 1}";
}

void load(benchmark::State& state, const std::string& yaml) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(build_topology(parse_topology(yaml, "bench.yaml").topology).link_count());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

static void load_ranges(benchmark::State& state) { load(state, ranges(state.range(0))); }
static void load_written_out(benchmark::State& state) { load(state, written_out(state.range(0))); }
static void load_generated(benchmark::State& state) { load(state, rails(state.range(0))); }
BENCHMARK(load_generated)->Arg(1024)->Arg(16384)->Unit(benchmark::kMillisecond);
BENCHMARK(load_ranges)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(load_written_out)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);
