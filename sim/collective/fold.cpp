#include "collective/fold.h"

#include <cassert>

namespace collsim {
namespace {

class Folded final : public Program {
 public:
  Folded(const Problem& p, std::unique_ptr<const ExchangePlan> plan)
      : fold_(p.ranks),
        blocks_(p, plan->parts()),
        plan_(std::move(plan)),
        shape_{p.channels, p.chunks, {plan_->steps() + (fold_.needed() ? 2 : 0)}, plan_->parts()} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    if (folds(cell)) {
      if (fold_.aside(rank)) out.push_back({rank, rank + 1, bytes(cell, whole()), Action::reduce});
    } else if (unfolds(cell)) {
      if (fold_.stands_in(rank)) out.push_back({rank, rank - 1, bytes(cell, whole()), Action::copy});
    } else if (!fold_.aside(rank)) {
      const Rank to = fold_.rank(plan_->partner(plan_step(cell), fold_.number(rank)));
      out.push_back({rank, to, bytes(cell, exchanged(cell, rank)), plan_->action(plan_step(cell))});
    }
  }

  int receives(Cell cell, Rank rank) const override {
    if (folds(cell)) return fold_.stands_in(rank) ? 1 : 0;
    return fold_.aside(rank) == unfolds(cell) ? 1 : 0;
  }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    blocks_.visit(folds(cell) || unfolds(cell) ? whole() : exchanged(cell, t.from), visit);
  }

 private:
  bool folds(const Cell& cell) const { return fold_.needed() && cell.step == 0; }
  bool unfolds(const Cell& cell) const { return fold_.needed() && cell.step == shape_.steps[0] - 1; }
  int plan_step(const Cell& cell) const { return cell.step - (fold_.needed() ? 1 : 0); }

  Run whole() const { return {0, 1, shape_.parts}; }
  Run exchanged(const Cell& cell, Rank rank) const { return plan_->sent(plan_step(cell), fold_.number(rank)); }
  Bytes bytes(const Cell& cell, const Run& run) const { return blocks_.bytes(cell.channel, cell.chunk, run); }

  Fold fold_;
  Blocks blocks_;
  std::unique_ptr<const ExchangePlan> plan_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_folded(const Problem& problem, std::unique_ptr<const ExchangePlan> plan) {
  assert(problem.op == Op::all_reduce);
  return std::make_unique<Folded>(problem, std::move(plan));
}

}  // namespace collsim
