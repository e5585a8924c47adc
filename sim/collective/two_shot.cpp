#include "collective/two_shot.h"

#include <cassert>

namespace collsim {
namespace {

class TwoShot final : public Program {
 public:
  explicit TwoShot(const Problem& p)
      : ranks_(p.ranks), blocks_(p), shape_{p.channels, p.chunks, {p.ranks > 1 ? 2 : 0}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    for (int distance = 1; distance < ranks_; ++distance) {
      const Rank to = (rank + distance) % ranks_;
      const Bytes bytes = blocks_.bytes(cell.channel, cell.chunk, owner(cell, rank, to));
      out.push_back({rank, to, bytes, scatters(cell) ? Action::reduce : Action::copy});
    }
  }

  int receives(Cell, Rank) const override { return ranks_ - 1; }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(owner(cell, t.from, t.to));
  }

 private:
  static bool scatters(const Cell& cell) { return cell.step == 0; }
  /// Of the block that is sent; rank r sums up block r.
  static Rank owner(const Cell& cell, Rank from, Rank to) { return scatters(cell) ? to : from; }

  int ranks_;
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_two_shot(const Problem& problem) {
  assert(problem.op == Op::all_reduce);
  return std::make_unique<TwoShot>(problem);
}

}  // namespace collsim
