#include "workload/known_algorithms.h"

#include "collective/table.h"

namespace collsim {

std::vector<KnownAlgorithm> known_algorithms() {
  std::vector<KnownAlgorithm> known;
  for (const Algorithm& row : algorithms()) known.push_back({row.name, row.ops});
  return known;
}

}  // namespace collsim
