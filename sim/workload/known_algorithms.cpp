#include "workload/known_algorithms.h"

#include <algorithm>

#include "collective/table.h"

namespace collsim {

std::vector<KnownAlgorithm> known_algorithms() {
  std::vector<KnownAlgorithm> known;
  for (const Algorithm& row : algorithms()) {
    const auto same =
        std::find_if(known.begin(), known.end(), [&](const KnownAlgorithm& k) { return k.name == row.name; });
    if (same == known.end()) {
      known.push_back({row.name, row.ops});
    } else {
      same->ops.insert(same->ops.end(), row.ops.begin(), row.ops.end());
    }
  }
  return known;
}

}  // namespace collsim
