#include "collective/direct.h"

#include <cassert>

namespace collsim {
namespace {

class DirectAllToAll final : public Program {
 public:
  explicit DirectAllToAll(const Problem& p)
      : ranks_(p.ranks), blocks_(p), shape_{p.channels, p.chunks, {p.ranks > 1 ? 1 : 0}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    // From the next rank on, so that no destination stands first in every sender's list.
    for (int distance = 1; distance < ranks_; ++distance) {
      const Rank to = (rank + distance) % ranks_;
      out.push_back({rank, to, blocks_.bytes(cell.channel, cell.chunk, Block{rank} * ranks_ + to), Action::copy});
    }
  }

  int receives(Cell, Rank) const override { return ranks_ - 1; }

  void blocks(Cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(Block{t.from} * ranks_ + t.to);
  }

 private:
  int ranks_;
  Blocks blocks_;
  Shape shape_;
};

class SendRecv final : public Program {
 public:
  explicit SendRecv(const Problem& p)
      : ranks_(p.ranks), blocks_(p), shape_{p.channels, p.chunks, {p.ranks > 1 ? 1 : 0}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    if (ranks_ == 2 && rank == 1) return;
    out.push_back({rank, (rank + 1) % ranks_, blocks_.bytes(cell.channel, cell.chunk, rank), Action::copy});
  }

  int receives(Cell, Rank rank) const override { return ranks_ == 2 && rank == 0 ? 0 : 1; }

  void blocks(Cell, const Transfer& t, const std::function<void(Block)>& visit) const override { visit(t.from); }

 private:
  int ranks_;
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_direct(const Problem& problem) {
  assert(problem.op == Op::all_to_all || problem.op == Op::send_recv);
  if (problem.op == Op::send_recv) return std::make_unique<SendRecv>(problem);
  return std::make_unique<DirectAllToAll>(problem);
}

}  // namespace collsim
