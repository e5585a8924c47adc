#include "collective/double_tree.h"

#include <cassert>

#include "collective/tree_program.h"

namespace collsim {

std::unique_ptr<Program> make_double_tree(const Problem& problem) {
  assert(problem.op == Op::all_reduce);
  Nodes nodes(problem, Nodes::Flat::nodes_of_one);
  const int count = nodes.count();
  return std::make_unique<TreeProgram>(problem, std::move(nodes), double_trees(count));
}

}  // namespace collsim
