#include "collective/collnet_chain.h"

#include <cassert>

#include "collective/over_heads.h"

namespace collsim {
namespace {

class CollnetChain final : public OverHeads {
 public:
  CollnetChain(const Problem& p, const Nodes& nodes) : OverHeads(p, nodes, 1, nodes.count() > 1 ? 1 : 0) {}

 private:
  void heads_send(Cell cell, int, Rank, std::vector<Transfer>& out) const override {
    const auto heads = nodes().chips_at(head_position(cell));
    out.push_back(joint_transfer(heads, heads, bytes(cell), Action::copy));
  }
  int head_receives(Cell, int, Rank) const override { return 1; }
};

}  // namespace

std::unique_ptr<Program> make_collnet_chain(const Problem& problem) {
  assert(problem.op == Op::all_reduce);
  return std::make_unique<CollnetChain>(problem, Nodes(problem, Nodes::Flat::nodes_of_one));
}

}  // namespace collsim
