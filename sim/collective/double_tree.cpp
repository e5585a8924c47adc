#include "collective/double_tree.h"

#include <cassert>

#include "collective/tree_program.h"

namespace collsim {

std::unique_ptr<Program> make_double_tree(const Problem& problem) {
  assert(problem.op == Op::all_reduce);
  const int n = problem.ranks;
  // Mirrored, an odd number of ranks would leave the leaves leaves.
  const Seating second = n % 2 == 0 ? Seating::mirrored(n) : Seating::rotated(n, 1 % n);
  return std::make_unique<TreeProgram>(problem, std::vector{Seating::rotated(n, 0), second});
}

}  // namespace collsim
