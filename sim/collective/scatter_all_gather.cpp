#include "collective/scatter_all_gather.h"

#include <cassert>

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
  explicit ScatterAllGather(const Problem& p)
      : scatter_(make_binomial(with_op(p, Op::scatter))),
        all_gather_(make_ring(with_op(p, Op::all_gather))),
        scatter_phases_(static_cast<int>(scatter_->shape().steps.size())),
        shape_(scatter_->shape()) {
    const std::vector<int>& more = all_gather_->shape().steps;
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
  const Program& half_of(Cell cell) const { return cell.phase < scatter_phases_ ? *scatter_ : *all_gather_; }

  Cell within_half(Cell cell) const {
    if (cell.phase >= scatter_phases_) cell.phase -= scatter_phases_;
    return cell;
  }

  std::unique_ptr<Program> scatter_, all_gather_;
  int scatter_phases_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_scatter_all_gather(const Problem& problem) {
  assert(problem.op == Op::broadcast);
  return std::make_unique<ScatterAllGather>(problem);
}

}  // namespace collsim
