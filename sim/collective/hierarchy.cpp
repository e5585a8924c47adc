#include "collective/hierarchy.h"

#include <cassert>
#include <numeric>

namespace collsim {

Hierarchy::Hierarchy(std::vector<int> sizes, std::vector<Rank> order)
    : sizes_(std::move(sizes)), stride_{1}, order_(std::move(order)), position_(order_.size()) {
  for (const int size : sizes_) stride_.push_back(stride_.back() * size);
  assert(stride_.back() == static_cast<int>(order_.size()));
  for (std::size_t p = 0; p < order_.size(); ++p) position_[static_cast<std::size_t>(order_[p])] = static_cast<int>(p);
}

int Hierarchy::coordinate(Rank rank, int tier) const {
  return position_[static_cast<std::size_t>(rank)] / below(tier) % size(tier);
}

Rank Hierarchy::with(Rank rank, int tier, int coordinate) const {
  const int moved = (coordinate - this->coordinate(rank, tier)) * below(tier);
  return order_[static_cast<std::size_t>(position_[static_cast<std::size_t>(rank)] + moved)];
}

void Hierarchy::visit_sharing_below(Rank rank, int tier, const std::function<void(Rank)>& visit) const {
  if (tier == tiers()) return visit(rank);
  for (int c = 0; c < size(tier); ++c) visit_sharing_below(with(rank, tier, c), tier + 1, visit);
}

void Hierarchy::visit_sharing_from(Rank rank, int tier, const std::function<void(Rank)>& visit) const {
  if (tier == 0) return visit(rank);
  for (int c = 0; c < size(tier - 1); ++c) visit_sharing_from(with(rank, tier - 1, c), tier - 1, visit);
}

Hierarchy nested_in_rank_order(std::vector<int> sizes) {
  std::vector<Rank> order(static_cast<std::size_t>(
      std::accumulate(sizes.begin(), sizes.end(), 1, [](int product, int size) { return product * size; })));
  std::iota(order.begin(), order.end(), 0);
  return {std::move(sizes), std::move(order)};
}

}  // namespace collsim
