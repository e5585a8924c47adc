#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace collsim {

using Ids = std::vector<std::string>;

/// Far above any machine, and few enough to be built in a minute rather than to exhaust the memory.
inline constexpr std::size_t most_generated_nodes = 4'000'000, most_generated_links = 10'000'000;

/// `leaf0`, `leaf1`, …: `count` ids that count from 0. Throws std::length_error beyond most_generated_nodes.
Ids numbered(const std::string& stem, std::size_t count);

/// Pairs of patterns for expand_ids that stand for from[i] and to[i] in this order, one pair for each run in which both
/// sides count upwards by one: n0.nic3, n1.nic3 and leaf0, leaf1 make `n[0-1].nic3` and `leaf[0-1]`. A side of one id
/// stays that id and goes with all of the other.
/// Requires: equally many on both sides, or one on one of them.
std::vector<std::pair<std::string, std::string>> pair_patterns(std::span<const std::string> from,
                                                               std::span<const std::string> to);

/// The same for one list.
Ids patterns(std::span<const std::string> ids);

}  // namespace collsim
