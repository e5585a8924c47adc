#include "bench/workloads.h"

#include <fmt/format.h>

#include "base/mixing.h"

namespace collsim::bench {
namespace {

std::string name_of(Network network) {
  switch (network) {
    case Network::star:
      return "star";
    case Network::leaf_spine:
      return "leaf-spine";
    case Network::rails:
      return "rails";
  }
  return {};
}

std::string scenario(Network network, int ranks, const std::string& model, const std::string& collectives) {
  return fmt::format("topology:\n  generate: {}\nmodel: {{alpha_start: 1 us{}{}}}\ncollectives:\n{}",
                     topology_of(network, ranks), model.empty() ? "" : ", ", model, collectives);
}

std::string matrix(int ranks, int kinds) {
  std::string rows = "[";
  for (int from = 0; from < ranks; ++from) {
    rows += from == 0 ? "[" : ",\n     [";
    for (int to = 0; to < ranks; ++to) {
      rows += fmt::format("{}{}", to == 0 ? "" : ", ", from == to ? 0 : block_between(from, to, ranks, kinds));
    }
    rows += "]";
  }
  return rows + "]";
}

}  // namespace

std::string topology_of(Network network, int ranks) {
  switch (network) {
    case Network::star:
      return fmt::format("{{kind: star, chips: {}, link: {{bandwidth: 50 GB/s, latency: 0 ns}}, switch_latency: 0 ns}}",
                         ranks);
    case Network::leaf_spine:
      return fmt::format(
          "{{kind: leaf_spine, leaves: {}, spines: 1, chips_per_leaf: 32, link: {{bandwidth: 50 GB/s, latency: 0 ns}}, "
          "uplink: {{bandwidth: 1600 GB/s, latency: 0 ns}}, switch_latency: 0 ns}}",
          ranks / 32);
    case Network::rails:
      return fmt::format(
          "{{kind: rail_optimized, nodes: {}, nvlink: {{bandwidth: 450 GB/s, latency: 50 ns}}, nics: {{pcie: "
          "{{bandwidth: 55 GB/s, latency: 350 ns}}}}, "
          "link: {{bandwidth: 50 GB/s, latency: 100 ns}}, nodes_per_unit: 32, spines: 16, oversubscription: 1}}",
          ranks / 8);
  }
  return {};
}

std::int64_t block_between(int from, int to, int ranks, int kinds) {
  const auto pair =
      static_cast<std::uint64_t>(from) * static_cast<std::uint64_t>(ranks) + static_cast<std::uint64_t>(to);
  const auto j = static_cast<std::int64_t>(mixed_bits(pair + 1) % static_cast<std::uint64_t>(kinds));
  const std::int64_t block = kWhole / ranks;
  return block + block * j / kinds;
}

Workload workload(Network network, int ranks, const std::string& op, const std::string& algorithm,
                  const std::string& more_of_model) {
  const std::string name = fmt::format("{} {}, {} ranks, {}{}{}", algorithm, op, ranks, name_of(network),
                                       more_of_model.empty() ? "" : ", ", more_of_model);
  const std::string collective = fmt::format("  - {{op: {}, algorithm: {}, size: {}}}\n", op, algorithm, kWhole);
  return {name, scenario(network, ranks, more_of_model, collective)};
}

Workload uneven(Network network, int ranks, int kinds) {
  const std::string sizes = kinds == 64 ? "64 sizes" : "sizes all different";
  return {fmt::format("direct all_to_all, {} ranks, {}, {}", ranks, name_of(network), sizes),
          scenario(network, ranks, "",
                   fmt::format("  - {{op: all_to_all, algorithm: direct, matrix: {}}}\n", matrix(ranks, kinds)))};
}

Workload two_jobs(int ranks) {
  std::string even, odd;
  for (int chip = 0; chip < ranks; chip += 2) {
    even += fmt::format("{}{}", chip == 0 ? "" : ",", chip);
    odd += fmt::format("{}{}", chip == 0 ? "" : ",", chip + 1);
  }
  const std::string job = "  - {{op: all_to_all, algorithm: pairwise, size: {}, ranks: \"c[{}]\"}}\n";
  return {fmt::format("two jobs of {} ranks, pairwise all_to_all, leaf-spine", ranks / 2),
          scenario(Network::leaf_spine, ranks, "",
                   fmt::format(fmt::runtime(job), kWhole, even) + fmt::format(fmt::runtime(job), kWhole / 2, odd))};
}

std::vector<Workload> table_of_workloads() {
  std::vector<Workload> table;
  for (const Network network : {Network::star, Network::leaf_spine, Network::rails}) {
    for (const int ranks : {1024, 4096}) table.push_back(workload(network, ranks, "all_reduce", "ring"));
  }
  for (const Network network : {Network::star, Network::leaf_spine, Network::rails}) {
    for (const int ranks : {1024, 4096}) table.push_back(workload(network, ranks, "all_to_all", "pairwise"));
  }
  table.push_back(workload(Network::rails, 16384, "all_to_all", "pairwise"));
  for (const int ranks : {128, 1024}) table.push_back(workload(Network::star, ranks, "all_to_all", "direct"));
  for (const Network network : {Network::star, Network::leaf_spine}) {
    for (const int ranks : {128, 256}) table.push_back(uneven(network, ranks, 64));
  }
  table.push_back(uneven(Network::star, 256, 1 << 20));
  table.push_back(workload(Network::rails, 1024, "all_reduce", "ring", "sync: dataflow"));
  table.push_back(two_jobs(1024));
  for (const char* routing : {"ecmp", "adaptive", "spray"}) {
    table.push_back(workload(Network::rails, 1024, "all_to_all", "pairwise", fmt::format("routing: {}", routing)));
  }
  return table;
}

}  // namespace collsim::bench
