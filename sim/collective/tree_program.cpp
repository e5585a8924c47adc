#include "collective/tree_program.h"

namespace collsim {

TreeProgram::TreeProgram(const Problem& problem, Nodes nodes, std::vector<SeatedTree> trees)
    : OverHeads(problem, std::move(nodes), static_cast<int>(trees.size()),
                (problem.op == Op::all_reduce ? 2 : 1) * trees.front().levels()),
      trees_(std::move(trees)),
      only_down_(problem.op == Op::broadcast) {}

void TreeProgram::heads_send(Cell cell, int phase, Rank head, std::vector<Transfer>& out) const {
  const TreeStep at = step(phase);
  tree(cell).sends(at, nodes().node(head), [&](int node) {
    out.push_back({head, nodes().rank(node, head_position(cell)), bytes(cell), at.up ? Action::reduce : Action::copy});
  });
}

int TreeProgram::head_receives(Cell cell, int phase, Rank head) const {
  return tree(cell).receives(step(phase), nodes().node(head));
}

TreeStep TreeProgram::step(int phase) const {
  const SeatedTree& any = trees_.front();
  return any.up_and_down(only_down_ ? phase + any.levels() : phase);
}

}  // namespace collsim
