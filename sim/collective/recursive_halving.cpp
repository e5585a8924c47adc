#include "collective/recursive_halving.h"

#include <cassert>

#include "collective/recursive_doubling.h"

namespace collsim {

std::unique_ptr<Program> make_recursive_halving(const Problem& problem) {
  assert(problem.op == Op::reduce_scatter);
  return make_planned(problem, make_recursive_doubling_plan(problem.ranks));
}

}  // namespace collsim
