#include "collective/pairwise.h"

#include <cassert>

namespace collsim {
namespace {

class Pairwise final : public Program {
 public:
  explicit Pairwise(const Problem& p) : ranks_(p.ranks), blocks_(p), shape_{p.channels, p.chunks, {p.ranks - 1}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const Rank ahead = rank + cell.step + 1;
    const Rank to = ahead < ranks_ ? ahead : ahead - ranks_;
    out.push_back({rank, to, blocks_.bytes(cell.channel, cell.chunk, Block{rank} * ranks_ + to), Action::copy});
  }

  int receives(Cell, Rank) const override { return 1; }

  void blocks(Cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(Block{t.from} * ranks_ + t.to);
  }

 private:
  int ranks_;
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_pairwise(const Problem& problem) {
  assert(problem.op == Op::all_to_all);
  return std::make_unique<Pairwise>(problem);
}

}  // namespace collsim
