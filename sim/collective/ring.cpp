#include "collective/ring.h"

#include <cassert>

namespace collsim {
namespace {

class Ring final : public Program {
 public:
  explicit Ring(const Problem& p)
      : op_(p.op), ranks_(p.ranks), blocks_(p), shape_{p.channels, p.chunks, {steps_of(p)}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const Bytes bytes = blocks_.bytes(cell.channel, cell.chunk, block_sent(cell.step, rank));
    out.push_back({rank, wrap(rank + 1), bytes, gathers(cell.step) ? Action::copy : Action::reduce});
  }

  int receives(Cell, Rank) const override { return 1; }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(block_sent(cell.step, t.from));
  }

  std::optional<std::uint64_t> signature(Cell cell) const override {
    if (!blocks_.even(cell.channel, cell.chunk)) return {};
    return static_cast<std::uint64_t>(blocks_.bytes(cell.channel, cell.chunk, 0));
  }

 private:
  static int steps_of(const Problem& p) { return (p.op == Op::all_reduce ? 2 : 1) * (p.ranks - 1); }

  int wrap(int i) const { return (i % ranks_ + ranks_) % ranks_; }

  bool gathers(int step) const { return op_ == Op::all_gather || (op_ == Op::all_reduce && step >= ranks_ - 1); }

  /// Counting steps s from 0. Inside all_reduce the reducing half sends block r-s, which leaves rank r with block r+1
  /// complete, and the gathering half goes on from there. As operations of their own the labels shift, so that rank r
  /// ends with, or starts from, block r.
  Block block_sent(int step, Rank rank) const {
    switch (op_) {
      case Op::all_reduce:
        return wrap(step < ranks_ - 1 ? rank - step : rank + 1 - (step - (ranks_ - 1)));
      case Op::reduce_scatter:
        return wrap(rank - step - 1);
      default:
        return wrap(rank - step);
    }
  }

  Op op_;
  int ranks_;
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_ring(const Problem& problem) {
  assert(problem.op == Op::all_reduce || problem.op == Op::reduce_scatter || problem.op == Op::all_gather);
  return std::make_unique<Ring>(problem);
}

}  // namespace collsim
