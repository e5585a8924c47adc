#include "collective/scatter_all_gather.h"

#include <cassert>
#include <utility>

#include "collective/binomial.h"
#include "collective/ring.h"

namespace collsim {
namespace {

Problem with_op(Problem problem, Op op) {
  problem.op = op;
  return problem;
}

class ScatterAllGather final : public Program {
 public:
  ScatterAllGather(std::unique_ptr<Program> first, std::unique_ptr<Program> second)
      : first_(std::move(first)),
        second_(std::move(second)),
        first_phases_(static_cast<int>(first_->shape().steps.size())),
        shape_(first_->shape()) {
    const std::vector<int>& more = second_->shape().steps;
    shape_.steps.insert(shape_.steps.end(), more.begin(), more.end());
  }

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    half_of(cell).sends(within_half(cell), rank, out);
  }

  int receives(Cell cell, Rank rank) const override { return half_of(cell).receives(within_half(cell), rank); }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    half_of(cell).blocks(within_half(cell), t, visit);
  }

 private:
  const Program& half_of(Cell cell) const { return cell.phase < first_phases_ ? *first_ : *second_; }

  Cell within_half(Cell cell) const {
    if (cell.phase >= first_phases_) cell.phase -= first_phases_;
    return cell;
  }

  std::unique_ptr<Program> first_, second_;
  int first_phases_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_scatter_all_gather(const Problem& problem) {
  assert(problem.op == Op::broadcast || problem.op == Op::reduce);
  if (problem.op == Op::broadcast) {
    return std::make_unique<ScatterAllGather>(make_binomial(with_op(problem, Op::scatter)),
                                              make_ring(with_op(problem, Op::all_gather)));
  }
  return std::make_unique<ScatterAllGather>(make_ring(with_op(problem, Op::reduce_scatter)),
                                            make_binomial(with_op(problem, Op::gather)));
}

}  // namespace collsim
