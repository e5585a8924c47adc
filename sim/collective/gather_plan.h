#pragma once

#include <memory>
#include <vector>

#include "collective/problem.h"

namespace collsim {

/// How an all_gather goes in which every rank sends one message and receives one in every step, and gets every block
/// once. Walked backwards, the receiver sending running sums of these blocks to the sender, it is a reduce_scatter.
class GatherPlan {
 public:
  virtual ~GatherPlan() = default;

  virtual int steps() const = 0;
  virtual Rank to(int step, Rank rank) const = 0;
  virtual Rank from(int step, Rank rank) const = 0;
  /// The blocks that `rank` sends.
  virtual Run sent(int step, Rank rank) const = 0;
};

/// A step in which all ranks do the same: rank r sends blocks r, r - stride, r - 2·stride, … to rank r + distance.
struct CyclicStep {
  int distance = 1;
  int stride = 1;
  int count = 1;
};

std::unique_ptr<const GatherPlan> make_cyclic_plan(int ranks, std::vector<CyclicStep> steps);

/// The plan as an all_gather, or backwards as a reduce_scatter. Requires: one of these operations.
std::unique_ptr<Program> make_planned(const Problem& problem, std::unique_ptr<const GatherPlan> plan);

}  // namespace collsim
