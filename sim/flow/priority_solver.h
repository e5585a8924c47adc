#pragma once

#include <vector>

#include "flow/solver.h"

namespace collsim {

/// Strict priorities: the flows of the highest class share as if they were alone, those of the next what is left, and
/// so on down. One filling a class; a resource of which less than 1e-9 is left has nothing left, which is rounding.
class PrioritySolver {
 public:
  explicit PrioritySolver(Sharing sharing) : solver_(sharing) {}

  /// As RateSolver, with the problem's priorities.
  void solve(const RateProblem& problem, Allocation& out);

 private:
  void collect(const RateProblem& p, int priority);
  void take_over(const RateProblem& p, Allocation& out);

  RateSolver solver_;
  std::vector<int> classes_;        // falling
  std::vector<double> left_;        // by resource; only of those in the problem
  std::vector<std::size_t> flows_;  // of the class in hand
  std::vector<std::uint32_t> first_;
  std::vector<ResourceId> resource_;
  std::vector<double> coefficient_, weight_, cap_;
  Allocation of_class_;
};

/// The priorities of a problem's flows, each once, the highest first.
std::vector<int> classes_of(const RateProblem& problem);

}  // namespace collsim
