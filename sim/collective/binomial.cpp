#include "collective/binomial.h"

#include <cassert>

#include "collective/binomial_tree.h"
#include "collective/seating.h"
#include "collective/whole_buffer.h"

namespace collsim {
namespace {

class Binomial final : public Program {
 public:
  explicit Binomial(const Problem& p)
      : op_(p.op),
        ranks_(p.ranks),
        tree_(p.ranks),
        seating_(Seating::rotated(p.ranks, p.root)),
        shape_{p.channels, p.chunks, phases_of_one_step(tree_.levels()), whole() ? 1 : 0},
        blocks_(p, shape_.parts) {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const int place = seating_.place(rank);
    const int distance = 1 << level(cell);
    if (descends() && tree_.holds(place, level(cell))) send(cell, place, place + distance, out);
    if (!descends() && tree_.hangs(place, level(cell))) send(cell, place, place - distance, out);
  }

  int receives(Cell cell, Rank rank) const override {
    const int place = seating_.place(rank);
    return (descends() ? tree_.hangs(place, level(cell)) : tree_.holds(place, level(cell))) ? 1 : 0;
  }

  void blocks(Cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    const Run run = carried(seating_.place(descends() ? t.to : t.from));
    for (Block b = run.first; b < run.first + run.count; ++b) visit(b % ranks_);
  }

 private:
  bool descends() const { return op_ == Op::broadcast || op_ == Op::scatter; }
  bool whole() const { return op_ == Op::broadcast || op_ == Op::reduce; }
  int level(Cell cell) const { return descends() ? tree_.levels() - 1 - cell.phase : cell.phase; }

  void send(Cell cell, int from, int to, std::vector<Transfer>& out) const {
    const Bytes bytes = blocks_.bytes(cell.channel, cell.chunk, carried(std::max(from, to)));
    out.push_back({seating_.rank(from), seating_.rank(to), bytes, op_ == Op::reduce ? Action::reduce : Action::copy});
  }

  /// What the message between `lower` and its parent carries.
  Run carried(int lower) const { return whole() ? Run{0, 1, 1} : Run{seating_.rank(lower), 1, tree_.below(lower)}; }

  Op op_;
  int ranks_;
  BinomialTree tree_;
  Seating seating_;
  Shape shape_;
  Blocks blocks_;
};

}  // namespace

std::unique_ptr<Program> make_binomial(const Problem& problem) {
  assert(problem.op == Op::broadcast || problem.op == Op::reduce || problem.op == Op::scatter ||
         problem.op == Op::gather);
  return std::make_unique<Binomial>(problem);
}

}  // namespace collsim
