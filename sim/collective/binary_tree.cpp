#include "collective/binary_tree.h"

#include <cassert>

#include "collective/tree_program.h"

namespace collsim {

std::unique_ptr<Program> make_binary_tree(const Problem& problem) {
  assert(problem.op == Op::all_reduce || problem.op == Op::broadcast || problem.op == Op::reduce);
  const Rank root = problem.op == Op::all_reduce ? 0 : problem.root;
  return std::make_unique<TreeProgram>(problem, std::vector{Seating::rotated(problem.ranks, root)});
}

}  // namespace collsim
