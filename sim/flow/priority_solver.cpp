#include "flow/priority_solver.h"

#include <algorithm>
#include <functional>

namespace collsim {
namespace {

constexpr double kRounding = 1e-9;

}  // namespace

std::vector<int> classes_of(const RateProblem& problem) {
  if (problem.priority.empty()) return {0};
  std::vector<int> classes(problem.priority.begin(), problem.priority.end());
  std::sort(classes.begin(), classes.end(), std::greater<>());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

void PrioritySolver::solve(const RateProblem& p, Allocation& out) {
  classes_ = classes_of(p);
  if (classes_.size() == 1) return solver_.solve(p, out);
  left_.resize(p.capacity.size());
  for (const ResourceId r : p.resource) left_[r] = p.capacity[r];
  out.rate.assign(p.flows(), 0.0);
  out.bottleneck.assign(p.flows(), kNoResource);
  for (const int priority : classes_) {
    collect(p, priority);
    solver_.solve({left_, first_, resource_, coefficient_, weight_, cap_}, of_class_);
    take_over(p, out);
  }
}

void PrioritySolver::collect(const RateProblem& p, int priority) {
  flows_.clear();
  first_.assign(1, 0);
  resource_.clear();
  coefficient_.clear();
  weight_.clear();
  cap_.clear();
  for (std::size_t flow = 0; flow < p.flows(); ++flow) {
    if (p.priority[flow] != priority) continue;
    flows_.push_back(flow);
    for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
      resource_.push_back(p.resource[use]);
      coefficient_.push_back(p.coefficient_at(use));
    }
    first_.push_back(static_cast<std::uint32_t>(resource_.size()));
    weight_.push_back(p.weight_of(flow));
    cap_.push_back(p.cap_of(flow));
  }
}

void PrioritySolver::take_over(const RateProblem& p, Allocation& out) {
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    out.rate[flows_[i]] = of_class_.rate[i];
    out.bottleneck[flows_[i]] = of_class_.bottleneck[i];
    for (std::uint32_t use = first_[i]; use < first_[i + 1]; ++use) {
      left_[resource_[use]] -= of_class_.rate[i] * coefficient_[use];
    }
  }
  for (const ResourceId r : resource_) {
    if (left_[r] < kRounding * p.capacity[r]) left_[r] = 0;
  }
}

}  // namespace collsim
