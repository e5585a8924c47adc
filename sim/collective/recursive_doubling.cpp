#include "collective/recursive_doubling.h"

#include <cassert>

#include "collective/bruck.h"
#include "collective/fold.h"
#include "collective/powers.h"

namespace collsim {
namespace {

class DoublingPlan final : public GatherPlan {
 public:
  explicit DoublingPlan(int ranks) : steps_(floor_log2(ranks)) {}

  int steps() const override { return steps_; }
  Rank to(int step, Rank rank) const override { return rank ^ (1 << step); }
  Rank from(int step, Rank rank) const override { return rank ^ (1 << step); }
  Run sent(int step, Rank rank) const override { return {rank >> step << step, 1, Block{1} << step}; }

 private:
  int steps_;
};

class WholeVector final : public ExchangePlan {
 public:
  explicit WholeVector(int power) : steps_(floor_log2(power)) {}

  int steps() const override { return steps_; }
  int parts() const override { return 1; }
  int partner(int step, int number) const override { return number ^ (1 << step); }
  Run sent(int, int) const override { return {0, 1, 1}; }
  Action action(int) const override { return Action::reduce; }

 private:
  int steps_;
};

}  // namespace

std::unique_ptr<const GatherPlan> make_recursive_doubling_plan(int ranks) {
  if (!is_power_of_two(ranks)) return make_bruck_plan(ranks);
  return std::make_unique<DoublingPlan>(ranks);
}

std::unique_ptr<Program> make_recursive_doubling(const Problem& problem) {
  assert(problem.op == Op::all_gather || problem.op == Op::all_reduce);
  if (problem.op == Op::all_gather) return make_planned(problem, make_recursive_doubling_plan(problem.ranks));
  return make_folded(problem, std::make_unique<WholeVector>(floor_power(problem.ranks)));
}

}  // namespace collsim
