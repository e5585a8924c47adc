#include "collective/hierarchical.h"

#include <cassert>

namespace collsim {
namespace {

enum class Directions : std::uint8_t { forward, alternating };

class Hierarchical final : public Program {
 public:
  Hierarchical(const Problem& p, Directions directions)
      : op_(p.op), tree_(p.hierarchy), blocks_(p), directions_(directions) {
    if (tree_.tiers() == 0) tree_ = nested_in_rank_order({p.ranks});
    const int top = tree_.tiers() - 1;
    shape_.channels = p.channels;
    shape_.chunks = p.chunks;
    if (op_ == Op::reduce_scatter) add_phases(0, top + 1, Half::reduce);
    if (op_ == Op::all_reduce) {
      add_phases(0, top, Half::reduce);
      add_phase(top, Half::both);
    }
    if (op_ == Op::all_gather) add_phase(top, Half::gather);
    if (op_ != Op::reduce_scatter) add_phases_down(top);
  }

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const Phase& phase = phases_[static_cast<std::size_t>(cell.phase)];
    const int me = tree_.coordinate(rank, phase.tier);
    const Rank to = tree_.with(rank, phase.tier, wrap(phase, me + direction(cell)));
    const int piece = piece_sent(cell, rank);
    const bool gathers = phase.half == Half::gather || (phase.half == Half::both && cell.step >= size(phase) - 1);
    const Bytes bytes =
        blocks_.bytes_of_piece(cell.channel, cell.chunk, tree_.with(rank, phase.tier, piece), phase.tier);
    out.push_back({rank, to, bytes, gathers ? Action::copy : Action::reduce});
  }

  int receives(Cell, Rank) const override { return 1; }

  /// A piece at a tier is all blocks with the sender's coordinates below the tier and the piece's in it.
  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    const int tier = phases_[static_cast<std::size_t>(cell.phase)].tier;
    tree_.visit_sharing_below(tree_.with(t.from, tier, piece_sent(cell, t.from)), tier + 1, [&](Rank r) { visit(r); });
  }

 private:
  enum class Half : std::uint8_t { reduce, gather, both };
  struct Phase {
    int tier;
    Half half;
  };

  void add_phase(int tier, Half half) {
    phases_.push_back({tier, half});
    shape_.steps.push_back((half == Half::both ? 2 : 1) * (tree_.size(tier) - 1));
  }
  void add_phases(int first, int end, Half half) {
    for (int tier = first; tier < end; ++tier) add_phase(tier, half);
  }
  void add_phases_down(int top) {
    for (int tier = top - 1; tier >= 0; --tier) add_phase(tier, Half::gather);
  }

  int size(const Phase& phase) const { return tree_.size(phase.tier); }
  int wrap(const Phase& phase, int i) const { return (i % size(phase) + size(phase)) % size(phase); }
  int direction(const Cell& cell) const {
    return directions_ == Directions::alternating && cell.channel % 2 == 1 ? -1 : 1;
  }

  /// The labels of the flat ring within the tier: a reducing half of its own leaves each with its own piece; inside an
  /// all_reduce it leaves the next one's, from which the gathering half goes on.
  int piece_sent(const Cell& cell, Rank rank) const {
    const Phase& phase = phases_[static_cast<std::size_t>(cell.phase)];
    const int me = tree_.coordinate(rank, phase.tier);
    const int way = direction(cell);
    const int turn = size(phase) - 1;
    switch (phase.half) {
      case Half::reduce:
        return wrap(phase, me - way * (cell.step + 1));
      case Half::gather:
        return wrap(phase, me - way * cell.step);
      case Half::both:
        break;
    }
    return wrap(phase, cell.step < turn ? me - way * cell.step : me + way * (1 - (cell.step - turn)));
  }

  Op op_;
  Hierarchy tree_;
  Blocks blocks_;
  Directions directions_;
  std::vector<Phase> phases_;
  Shape shape_;
};

std::unique_ptr<Program> make(const Problem& problem, Directions directions) {
  assert(problem.op == Op::all_reduce || problem.op == Op::reduce_scatter || problem.op == Op::all_gather);
  return std::make_unique<Hierarchical>(problem, directions);
}

}  // namespace

std::unique_ptr<Program> make_hierarchical(const Problem& problem) { return make(problem, Directions::forward); }
std::unique_ptr<Program> make_torus(const Problem& problem) { return make(problem, Directions::alternating); }

}  // namespace collsim
