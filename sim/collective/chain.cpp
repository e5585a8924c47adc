#include "collective/chain.h"

#include <cassert>

#include "collective/seating.h"
#include "collective/whole_buffer.h"

namespace collsim {
namespace {

class Chain final : public WholeBuffer {
 public:
  explicit Chain(const Problem& p)
      : WholeBuffer(p, phases_of_one_step(p.ranks - 1)),
        reduces_(p.op == Op::reduce),
        ranks_(p.ranks),
        seating_(Seating::rotated(p.ranks, p.root)) {}

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const int place = seating_.place(rank);
    if (place != sender(cell)) return;
    out.push_back({rank, seating_.rank(receiver(cell)), bytes(cell), reduces_ ? Action::reduce : Action::copy});
  }

  int receives(Cell cell, Rank rank) const override { return seating_.place(rank) == receiver(cell) ? 1 : 0; }

 private:
  int sender(Cell cell) const { return reduces_ ? ranks_ - 1 - cell.phase : cell.phase; }
  int receiver(Cell cell) const { return sender(cell) + (reduces_ ? -1 : 1); }

  bool reduces_;
  int ranks_;
  Seating seating_;
};

}  // namespace

std::unique_ptr<Program> make_chain(const Problem& problem) {
  assert(problem.op == Op::broadcast || problem.op == Op::reduce);
  return std::make_unique<Chain>(problem);
}

}  // namespace collsim
