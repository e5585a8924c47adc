#include "collective/nvls.h"

#include <cassert>

#include "collective/nvls_halves.h"
#include "collective/whole_buffer.h"

namespace collsim {
namespace {

class Nvls final : public Program {
 public:
  explicit Nvls(const Problem& p)
      : nodes_(p, Nodes::Flat::one_node),
        blocks_(p),
        reduces_(p.op != Op::all_gather),
        shape_{p.channels, p.chunks,
               phases_of_one_step(p.ranks == 1             ? 0
                                  : p.op == Op::all_reduce ? 2
                                                           : 1)} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const auto bytes = [&](int owner) { return blocks_.bytes(cell.channel, cell.chunk, Block{owner}); };
    if (reduces(cell)) {
      send_to_owners(nodes_, rank, bytes, out);
    } else {
      multicast_own(nodes_, rank, bytes, out);
    }
  }

  int receives(Cell cell, Rank) const override { return reduces(cell) ? 1 : nodes_.size(); }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(reduces(cell) ? t.to : t.from);
  }

 private:
  bool reduces(Cell cell) const { return reduces_ && cell.phase == 0; }

  Nodes nodes_;
  Blocks blocks_;
  bool reduces_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_nvls(const Problem& problem) {
  assert(problem.op == Op::all_reduce || problem.op == Op::reduce_scatter || problem.op == Op::all_gather);
  assert(problem.hierarchy.flat());
  return std::make_unique<Nvls>(problem);
}

}  // namespace collsim
