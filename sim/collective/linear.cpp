#include "collective/linear.h"

#include <cassert>

namespace collsim {
namespace {

class Linear final : public Program {
 public:
  explicit Linear(const Problem& p)
      : scatters_(p.op == Op::scatter),
        ranks_(p.ranks),
        root_(p.root),
        blocks_(p),
        shape_{p.channels, p.chunks, {p.ranks > 1 ? 1 : 0}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const auto send = [&](Rank to, Rank owner) {
      out.push_back({rank, to, blocks_.bytes(cell.channel, cell.chunk, owner), Action::copy});
    };
    if (!scatters_ && rank != root_) send(root_, rank);
    if (!scatters_ || rank != root_) return;
    for (int distance = 1; distance < ranks_; ++distance) {
      const Rank to = (root_ + distance) % ranks_;
      send(to, to);
    }
  }

  int receives(Cell, Rank rank) const override {
    if (scatters_) return rank == root_ ? 0 : 1;
    return rank == root_ ? ranks_ - 1 : 0;
  }

  void blocks(Cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(scatters_ ? t.to : t.from);
  }

 private:
  bool scatters_;
  int ranks_;
  Rank root_;
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_linear(const Problem& problem) {
  assert(problem.op == Op::scatter || problem.op == Op::gather);
  return std::make_unique<Linear>(problem);
}

}  // namespace collsim
