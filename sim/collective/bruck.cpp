#include "collective/bruck.h"

#include <algorithm>
#include <cassert>

#include "collective/powers.h"

namespace collsim {
namespace {

/// With the bits below k a block has come from its origin as far as they say; with bit k set it now goes on by 2^k.
class BruckAllToAll final : public Program {
 public:
  explicit BruckAllToAll(const Problem& p)
      : ranks_(p.ranks), blocks_(p), shape_{p.channels, p.chunks, {ceil_log2(p.ranks)}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    Transfer t{rank, (rank + (1 << cell.step)) % ranks_, 0, Action::copy};
    t.bytes = blocks_.uneven() ? bytes_of_all(cell, t) : bytes_of_equal_parts(cell, rank);
    out.push_back(t);
  }

  int receives(Cell, Rank) const override { return 1; }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    const int hop = 1 << cell.step;
    for (int index = hop; index < ranks_; ++index) {
      if ((index & hop) == 0) continue;
      const Rank origin = (t.from + ranks_ - index % hop) % ranks_;
      visit(Block{origin} * ranks_ + (origin + index) % ranks_);
    }
  }

 private:
  Bytes bytes_of_all(const Cell& cell, const Transfer& t) const {
    Bytes bytes = 0;
    blocks(cell, t, [&](Block b) { bytes += blocks_.bytes(cell.channel, cell.chunk, b); });
    return bytes;
  }

  /// Where the blocks of a step are bound for depends on the index's bits from k on alone: 2^k blocks for every second
  /// multiple of 2^k, fewer for the last if N cuts it short.
  Bytes bytes_of_equal_parts(const Cell& cell, Rank rank) const {
    const int hop = 1 << cell.step;
    const int multiples = (ranks_ - hop + 2 * hop - 1) / (2 * hop);
    const int last = hop + 2 * hop * (multiples - 1);
    const int in_last = std::min(hop, ranks_ - last);
    const Bytes before = blocks_.bytes(cell.channel, cell.chunk, Run{rank + hop, 2 * hop, multiples - 1});
    return before * hop + in_last * blocks_.bytes(cell.channel, cell.chunk, rank + last);
  }

  int ranks_;
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<const GatherPlan> make_bruck_plan(int ranks) {
  std::vector<CyclicStep> steps;
  for (int held = 1; held < ranks; held *= 2) steps.push_back({held, 1, std::min(held, ranks - held)});
  return make_cyclic_plan(ranks, std::move(steps));
}

std::unique_ptr<Program> make_bruck(const Problem& problem) {
  assert(problem.op == Op::all_to_all || problem.op == Op::all_gather);
  if (problem.op == Op::all_gather) return make_planned(problem, make_bruck_plan(problem.ranks));
  return std::make_unique<BruckAllToAll>(problem);
}

}  // namespace collsim
