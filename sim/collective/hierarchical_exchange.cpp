#include "collective/hierarchical_exchange.h"

#include <cassert>

namespace collsim {
namespace {

/// Before tier t a rank holds what comes from every rank that differs from it below t only, for every destination that
/// has its coordinates below t.
class HierarchicalExchange final : public Program {
 public:
  explicit HierarchicalExchange(const Problem& p) : ranks_(p.ranks), tree_(p.hierarchy), blocks_(p) {
    if (tree_.tiers() == 0) tree_ = nested_in_rank_order({p.ranks});
    shape_.channels = p.channels;
    shape_.chunks = p.chunks;
    for (int tier = 0; tier < tree_.tiers(); ++tier) shape_.steps.push_back(tree_.size(tier) - 1);
  }

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    Transfer t{rank, receiver(cell, rank), 0, Action::copy};
    t.bytes = blocks_.uneven() ? bytes_of_all(cell, t) : bytes_of_equal_parts(cell, t);
    out.push_back(t);
  }

  int receives(Cell, Rank) const override { return 1; }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    tree_.visit_sharing_from(t.from, cell.phase, [&](Rank source) {
      tree_.visit_sharing_below(t.to, cell.phase + 1,
                                [&](Rank destination) { visit(Block{source} * ranks_ + destination); });
    });
  }

 private:
  Rank receiver(const Cell& cell, Rank rank) const {
    const int tier = cell.phase;
    return tree_.with(rank, tier, (tree_.coordinate(rank, tier) + cell.step + 1) % tree_.size(tier));
  }

  Bytes bytes_of_all(const Cell& cell, const Transfer& t) const {
    Bytes bytes = 0;
    blocks(cell, t, [&](Block b) { bytes += blocks_.bytes(cell.channel, cell.chunk, b); });
    return bytes;
  }

  /// Every source has the same to give.
  Bytes bytes_of_equal_parts(const Cell& cell, const Transfer& t) const {
    const Bytes sources = tree_.below(cell.phase);
    if (blocks_.even(cell.channel, cell.chunk)) {
      const Bytes destinations = ranks_ / tree_.below(cell.phase + 1);
      return sources * destinations * blocks_.bytes(cell.channel, cell.chunk, 0);
    }
    Bytes bytes = 0;
    tree_.visit_sharing_below(t.to, cell.phase + 1,
                              [&](Rank d) { bytes += sources * blocks_.bytes(cell.channel, cell.chunk, d); });
    return bytes;
  }

  int ranks_;
  Hierarchy tree_;
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_hierarchical_exchange(const Problem& problem) {
  assert(problem.op == Op::all_to_all);
  return std::make_unique<HierarchicalExchange>(problem);
}

}  // namespace collsim
