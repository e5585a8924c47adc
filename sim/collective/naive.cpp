#include "collective/naive.h"

#include <cassert>

#include "collective/whole_buffer.h"

namespace collsim {
namespace {

constexpr Rank kRoot = 0;

class Naive final : public WholeBuffer {
 public:
  explicit Naive(const Problem& p) : WholeBuffer(p, phases_of_one_step(p.ranks > 1 ? 2 : 0)), ranks_(p.ranks) {}

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    if (collects(cell)) {
      if (rank != kRoot) out.push_back({rank, kRoot, bytes(cell), Action::reduce});
      return;
    }
    if (rank != kRoot) return;
    for (Rank to = 1; to < ranks_; ++to) out.push_back({kRoot, to, bytes(cell), Action::copy});
  }

  int receives(Cell cell, Rank rank) const override {
    if (collects(cell)) return rank == kRoot ? ranks_ - 1 : 0;
    return rank == kRoot ? 0 : 1;
  }

 private:
  static bool collects(Cell cell) { return cell.phase == 0; }

  int ranks_;
};

}  // namespace

std::unique_ptr<Program> make_naive(const Problem& problem) {
  assert(problem.op == Op::all_reduce);
  return std::make_unique<Naive>(problem);
}

}  // namespace collsim
