#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "collective/program.h"

namespace collsim {

/// How the ranks of a group are nested, innermost tier first: boards of sizes[0] chips, racks of sizes[1] boards, …
/// A rank has a coordinate in each tier. Without sizes the group is flat: one tier of all ranks.
class Hierarchy {
 public:
  Hierarchy() = default;
  /// `order` lists the ranks with the innermost coordinate running fastest.
  /// Requires: every size >= 1, their product the number of ranks; `order` a permutation of the ranks.
  Hierarchy(std::vector<int> sizes, std::vector<Rank> order);

  bool flat() const { return sizes_.size() < 2; }
  int tiers() const { return static_cast<int>(sizes_.size()); }
  int size(int tier) const { return sizes_[static_cast<std::size_t>(tier)]; }
  int coordinate(Rank rank, int tier) const;
  /// The rank that differs from `rank` in one coordinate.
  Rank with(Rank rank, int tier, int coordinate) const;
  /// How many ranks share all coordinates from `tier` on, or below it: the product of the sizes below `tier`.
  int below(int tier) const { return stride_[static_cast<std::size_t>(tier)]; }
  /// Every rank that has this one's coordinates below `tier`.
  void visit_sharing_below(Rank rank, int tier, const std::function<void(Rank)>& visit) const;
  /// Every rank that has this one's coordinates from `tier` on.
  void visit_sharing_from(Rank rank, int tier, const std::function<void(Rank)>& visit) const;

 private:
  std::vector<int> sizes_;
  std::vector<int> stride_;    // by tier: product of the sizes below it; one more entry for all
  std::vector<Rank> order_;    // by position
  std::vector<int> position_;  // by rank
};

/// Which of `places` number `index` of `count` begins at, so that all are spread evenly.
constexpr int evenly_spread(int index, int count, int places) {
  return static_cast<int>(std::int64_t{index} * places / count);
}

/// `sizes` over ranks in rank order: the first sizes[0] ranks are the first innermost group.
Hierarchy nested_in_rank_order(std::vector<int> sizes);

}  // namespace collsim
