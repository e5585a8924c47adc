#include "study/group_machine.h"

#include <algorithm>

#include "base/error.h"
#include "routing/profile.h"
#include "workload/tiers.h"

namespace collsim {
namespace {

using oracle::Line;
using oracle::Machine;

Line line_of(const TierGroups& tier, int size, const Model& model) {
  return {size, tier.bandwidth * model.utilization, to_seconds(model.alpha_start.total()), to_seconds(tier.latency), 1};
}

/// What an algorithm meets that knows no tiers; also of tiers that join nothing new.
Line whole_line(const std::vector<TierGroups>& tiers, int ranks, const Model& model) {
  Line whole = line_of(tiers.back(), ranks, model);
  for (const TierGroups& tier : tiers) whole.bandwidth = std::min(whole.bandwidth, tier.bandwidth * model.utilization);
  return whole;
}

std::vector<Line> lines_of(const std::vector<const TierGroups*>& joining, const Model& model) {
  std::vector<Line> lines;
  int below = 1;
  for (const TierGroups* tier : joining) {
    lines.push_back(line_of(*tier, tier->sizes.front() / below, model));
    below = tier->sizes.front();
  }
  return lines;
}

}  // namespace

GroupMachine machine_of_group(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips,
                              const Model& model) {
  const int ranks = static_cast<int>(chips.size());
  const std::vector<TierGroups> tiers = tier_groups(topology, router, chips);
  if (ranks == 1) return {oracle::flat_machine(1, 1, 0), ""};
  if (tiers.empty()) throw SimulationError("no two chips of the group have a route between them");
  const Line whole = whole_line(tiers, ranks, model);
  std::string note;
  const std::vector<const TierGroups*> joining = joining_tiers(tiers, ranks, note);
  if (!note.empty()) return {Machine({whole}), note};
  return {Machine(lines_of(joining, model), whole), note};
}

}  // namespace collsim
