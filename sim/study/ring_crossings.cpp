#include "study/ring_crossings.h"

#include <algorithm>

namespace collsim {
namespace {

RingCrossing crossing_of(const RingSuccessors& rings, const ChipGroups& groups) {
  RingCrossing out;
  out.by = groups.by;
  out.groups = groups.count();
  out.rings = static_cast<int>(rings.size());
  std::vector<int> out_of(static_cast<std::size_t>(groups.count()), 0);
  for (const auto& [channel, next] : rings) {
    for (std::size_t rank = 0; rank < next.size(); ++rank) {
      if (!next[rank]) continue;
      const int from = groups.group_of[rank], to = groups.group_of[static_cast<std::size_t>(*next[rank])];
      if (from != to) ++out_of[static_cast<std::size_t>(from)];
    }
  }
  for (const int crossings : out_of) out.crossings += crossings;
  const auto most = std::max_element(out_of.begin(), out_of.end());
  out.most = *most;
  out.most_group = groups.names[static_cast<std::size_t>(most - out_of.begin())];
  return out;
}

}  // namespace

std::vector<RingCrossing> ring_crossings(const RingSuccessors& rings, std::span<const ChipGroups> groups) {
  std::vector<RingCrossing> found;
  if (rings.empty()) return found;
  for (const ChipGroups& of : groups) found.push_back(crossing_of(rings, of));
  return found;
}

}  // namespace collsim
