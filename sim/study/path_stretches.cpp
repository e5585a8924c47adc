#include "study/path_stretches.h"

namespace collsim {
namespace {

bool alike(Duration a, Duration b) {
  const Duration apart = a < b ? b - a : a - b;
  return apart * 1000 <= (a < b ? b : a) || apart <= Duration(4);  // a few ticks of rounding
}

bool alike(const PathHop& a, const PathHop& b) {
  return a.bytes == b.bytes && a.until_left == b.until_left && alike(a.parts.startup, b.parts.startup) &&
         alike(a.parts.path, b.parts.path) && alike(a.parts.transfer, b.parts.transfer) &&
         alike(a.parts.contention, b.parts.contention) && alike(a.parts.waiting, b.parts.waiting);
}

}  // namespace

std::vector<PathStretch> fold_path(const std::vector<PathHop>& path) {
  std::vector<PathStretch> stretches;
  for (const PathHop& hop : path) {
    if (stretches.empty() || !alike(stretches.back().first, hop)) {
      stretches.push_back({hop, hop, 1, true, hop.parts});
      continue;
    }
    PathStretch& stretch = stretches.back();
    stretch.last = hop;
    ++stretch.hops;
    stretch.same_pair = stretch.same_pair && hop.from == stretch.first.from && hop.to == stretch.first.to;
    stretch.parts += hop.parts;
  }
  return stretches;
}

}  // namespace collsim
