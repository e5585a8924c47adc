#include "collective/binary_tree.h"

#include <cassert>

#include "collective/tree_program.h"

namespace collsim {

std::unique_ptr<Program> make_binary_tree(const Problem& problem) {
  assert(problem.op == Op::all_reduce || problem.op == Op::broadcast || problem.op == Op::reduce);
  assert(problem.op == Op::all_reduce || problem.hierarchy.flat());
  Nodes nodes(problem, Nodes::Flat::nodes_of_one);
  const int count = nodes.count();
  const Rank root = problem.op == Op::all_reduce ? 0 : problem.root;
  return std::make_unique<TreeProgram>(problem, std::move(nodes),
                                       std::vector{SeatedTree(count, Seating::rotated(count, root))});
}

}  // namespace collsim
