#include "collective/one_shot.h"

#include <cassert>

#include "collective/whole_buffer.h"

namespace collsim {
namespace {

class OneShot final : public WholeBuffer {
 public:
  explicit OneShot(const Problem& p) : WholeBuffer(p, {p.ranks > 1 ? 1 : 0}), ranks_(p.ranks) {}

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    for (int distance = 1; distance < ranks_; ++distance) {
      out.push_back({rank, (rank + distance) % ranks_, bytes(cell), Action::reduce});
    }
  }

  int receives(Cell, Rank) const override { return ranks_ - 1; }

 private:
  int ranks_;
};

}  // namespace

std::unique_ptr<Program> make_one_shot(const Problem& problem) {
  assert(problem.op == Op::all_reduce);
  return std::make_unique<OneShot>(problem);
}

}  // namespace collsim
