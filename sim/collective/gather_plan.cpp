#include "collective/gather_plan.h"

#include <cassert>

namespace collsim {
namespace {

class CyclicPlan final : public GatherPlan {
 public:
  CyclicPlan(int ranks, std::vector<CyclicStep> steps) : ranks_(ranks), steps_(std::move(steps)) {}

  int steps() const override { return static_cast<int>(steps_.size()); }
  Rank to(int step, Rank rank) const override { return (rank + at(step).distance) % ranks_; }
  Rank from(int step, Rank rank) const override { return (rank + ranks_ - at(step).distance) % ranks_; }
  Run sent(int step, Rank rank) const override { return {rank, -at(step).stride, at(step).count}; }

 private:
  const CyclicStep& at(int step) const { return steps_[static_cast<std::size_t>(step)]; }

  int ranks_;
  std::vector<CyclicStep> steps_;
};

class Planned final : public Program {
 public:
  Planned(const Problem& p, std::unique_ptr<const GatherPlan> plan)
      : gathers_(p.op == Op::all_gather),
        blocks_(p),
        plan_(std::move(plan)),
        shape_{p.channels, p.chunks, {plan_->steps()}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const int step = plan_step(cell);
    const Rank to = gathers_ ? plan_->to(step, rank) : plan_->from(step, rank);
    const Bytes bytes = blocks_.bytes(cell.channel, cell.chunk, carried(step, rank, to));
    out.push_back({rank, to, bytes, gathers_ ? Action::copy : Action::reduce});
  }

  int receives(Cell, Rank) const override { return 1; }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    blocks_.visit(carried(plan_step(cell), t.from, t.to), visit);
  }

 private:
  int plan_step(const Cell& cell) const { return gathers_ ? cell.step : plan_->steps() - 1 - cell.step; }
  Run carried(int step, Rank from, Rank to) const { return plan_->sent(step, gathers_ ? from : to); }

  bool gathers_;
  Blocks blocks_;
  std::unique_ptr<const GatherPlan> plan_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<const GatherPlan> make_cyclic_plan(int ranks, std::vector<CyclicStep> steps) {
  return std::make_unique<CyclicPlan>(ranks, std::move(steps));
}

std::unique_ptr<Program> make_planned(const Problem& problem, std::unique_ptr<const GatherPlan> plan) {
  assert(problem.op == Op::all_gather || problem.op == Op::reduce_scatter);
  return std::make_unique<Planned>(problem, std::move(plan));
}

}  // namespace collsim
