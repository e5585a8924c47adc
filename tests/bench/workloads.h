#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collsim::bench {

/// The networks that the figures in the README are for: `ranks` chips with ports of 50 GB/s and no latency.
enum class Network { star, leaf_spine, rails };

/// star: one switch. leaf_spine: leaves of 32 chips, one spine of as much as they bring. rails: nodes of 8 chips on
/// NVSwitch, whose nics of one number share leaves of 32 nodes; 16 spines.
std::string topology_of(Network network, int ranks);

/// One run, as a scenario's text.
struct Workload {
  std::string name;
  std::string scenario;
};

/// A workload of the table: one operation of 128 MiB with the barrier.
Workload workload(Network network, int ranks, const std::string& op, const std::string& algorithm,
                  const std::string& more_of_model = "");
/// Bytes of the whole, and of the block between two ranks where there are several kinds: M/N (1 + j/kinds), j drawn for
/// each pair. Requires: two different ranks.
inline constexpr std::int64_t kWhole = 128 << 20;
std::int64_t block_between(int from, int to, int ranks, int kinds);

/// An all_to_all of such blocks, all at once.
Workload uneven(Network network, int ranks, int kinds);
/// Two jobs of half the ranks each, on every second chip, both of which cross the spine.
Workload two_jobs(int ranks);

std::vector<Workload> table_of_workloads();

}  // namespace collsim::bench
