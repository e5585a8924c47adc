#pragma once

#include <functional>
#include <numeric>
#include <vector>

#include "collective/hierarchy.h"
#include "support/random.h"

namespace collsim::test {

inline int product(const std::vector<int>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>());
}

/// A hierarchy in which the ranks of each group are scattered: nothing may depend on rank order.
inline Hierarchy shuffled(const std::vector<int>& sizes, std::uint64_t seed) {
  Random random(seed);
  std::vector<Rank> order(static_cast<std::size_t>(product(sizes)));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return {sizes, order};
}

}  // namespace collsim::test
