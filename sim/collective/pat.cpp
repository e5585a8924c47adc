#include "collective/pat.h"

#include "collective/gather_plan.h"
#include "collective/powers.h"

namespace collsim {

std::unique_ptr<Program> make_pat(const Problem& problem) {
  const int n = problem.ranks;
  std::vector<CyclicStep> steps;
  for (int d = ceil_power(n) / 2; d >= 1; d /= 2) steps.push_back({d, 2 * d, (n - d + 2 * d - 1) / (2 * d)});
  return make_planned(problem, make_cyclic_plan(n, std::move(steps)));
}

}  // namespace collsim
