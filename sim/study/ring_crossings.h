#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "result/explanation.h"
#include "study/chip_groups.h"

namespace collsim {

/// Where each rank sends to, by channel.
using RingSuccessors = std::map<int, std::vector<std::optional<Rank>>>;

/// How often the rings leave groups of chips, one entry a way to group them. Requires: groups of the rings' chips by
/// rank.
std::vector<RingCrossing> ring_crossings(const RingSuccessors& rings, std::span<const ChipGroups> groups);

}  // namespace collsim
