#include "flow/solver.h"

#include <algorithm>
#include <cassert>

namespace collsim {
namespace {

constexpr std::uint32_t kUntouched = std::numeric_limits<std::uint32_t>::max();

}  // namespace

void RateSolver::solve(const RateProblem& problem, Allocation& out) {
  out.rate.assign(problem.flows(), 0.0);
  out.bottleneck.assign(problem.flows(), kNoResource);
  switch (sharing_) {
    case Sharing::max_min:
      return max_min(problem, out);
    case Sharing::equal_share: {
      // C / F counts flows; weights belong to max-min.
      RateProblem unweighted = problem;
      unweighted.weight = {};
      return equal_share(unweighted, out);
    }
    case Sharing::none:
      return none(problem, out);
  }
}

void RateSolver::none(const RateProblem& p, Allocation& out) const {
  for (std::size_t flow = 0; flow < p.flows(); ++flow) {
    double rate = p.cap_of(flow);
    for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
      const double alone = p.capacity[p.resource[use]] / p.coefficient_at(use);
      if (alone >= rate) continue;
      rate = alone;
      out.bottleneck[flow] = p.resource[use];
    }
    out.rate[flow] = rate;
  }
}

void RateSolver::equal_share(const RateProblem& p, Allocation& out) {
  collect_resources(p);
  for (std::size_t flow = 0; flow < p.flows(); ++flow) {
    double rate = p.cap_of(flow);
    for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
      const Filling& filling = fillings_[filling_of_[p.resource[use]]];
      const double share = filling.left / filling.demand;
      if (share >= rate) continue;
      rate = share;
      out.bottleneck[flow] = p.resource[use];
    }
    out.rate[flow] = rate;
  }
}

void RateSolver::max_min(const RateProblem& p, Allocation& out) {
  collect_resources(p);
  collect_members(p);
  collect_levels(p);
  for (Filling& filling : fillings_) filling.summed = filling.demand;
  settled_.assign(p.flows(), 0);
  unsettled_ = p.flows();
  while (unsettled_ > 0) give_away(p, settle_next_level(p, out));
}

/// One filling a touched resource: its capacity, and how much demand for it there is.
void RateSolver::collect_resources(const RateProblem& p) {
  for (const ResourceId r : touched_) filling_of_[r] = kUntouched;
  touched_.clear();
  fillings_.clear();
  filling_of_.resize(std::max(filling_of_.size(), p.capacity.size()), kUntouched);
  for (std::size_t flow = 0; flow < p.flows(); ++flow) {
    for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
      const ResourceId r = p.resource[use];
      if (filling_of_[r] == kUntouched) {
        filling_of_[r] = static_cast<std::uint32_t>(touched_.size());
        touched_.push_back(r);
        fillings_.push_back({p.capacity[r], 0.0, 0.0, 0.0, 0, 0});
      }
      Filling& filling = fillings_[filling_of_[r]];
      filling.demand += p.weight_of(flow) * p.coefficient_at(use);
      ++filling.unsettled;
    }
  }
}

/// The flows of each resource, flows ascending, in one array (a counting sort).
void RateSolver::collect_members(const RateProblem& p) {
  std::uint32_t total = 0;
  for (Filling& filling : fillings_) {
    total += filling.unsettled;
    filling.first = total;
  }
  members_.resize(total);
  for (std::size_t flow = p.flows(); flow-- > 0;) {
    for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
      members_[--fillings_[filling_of_[p.resource[use]]].first] = static_cast<std::uint32_t>(flow);
    }
  }
}

void RateSolver::collect_levels(const RateProblem& p) {
  heap_.clear();
  const auto resources = static_cast<std::uint32_t>(fillings_.size());
  for (std::uint32_t i = 0; i < resources; ++i) heap_.push_back({fillings_[i].left / fillings_[i].demand, i});
  for (std::size_t flow = 0; flow < p.cap.size(); ++flow) {
    if (p.cap[flow] == std::numeric_limits<double>::infinity()) continue;
    heap_.push_back({p.cap[flow] / p.weight_of(flow), resources + static_cast<std::uint32_t>(flow)});
  }
  std::make_heap(heap_.begin(), heap_.end(), above);
}

bool RateSolver::above(const Level& a, const Level& b) {
  return a.value != b.value ? a.value > b.value : a.index > b.index;
}

void RateSolver::push_level(Level level) {
  heap_.push_back(level);
  std::push_heap(heap_.begin(), heap_.end(), above);
}

RateSolver::Level RateSolver::pop_level() {
  std::pop_heap(heap_.begin(), heap_.end(), above);
  const Level level = heap_.back();
  heap_.pop_back();
  return level;
}

/// Finds the least level, and settles all that is bound at it. Entries whose resource has been relieved since they were
/// pushed go back with their present value.
double RateSolver::settle_next_level(const RateProblem& p, Allocation& out) {
  const auto resources = static_cast<std::uint32_t>(fillings_.size());
  double level = std::numeric_limits<double>::infinity();
  batch_.clear();
  while (!heap_.empty() && heap_.front().value <= level) {
    Level entry = pop_level();
    if (entry.index < resources) {
      const Filling& filling = fillings_[entry.index];
      if (filling.unsettled == 0) continue;
      const double now = filling.left / filling.demand;
      if (now > entry.value) {
        push_level({now, entry.index});
        continue;
      }
      entry.value = now;
    } else if (settled_[entry.index - resources]) {
      continue;
    }
    if (batch_.empty()) level = entry.value;
    batch_.push_back(entry);
  }
  assert(!batch_.empty());
  affected_.clear();
  for (const Level& entry : batch_) settle_at(p, {level, entry.index}, out);
  return level;
}

void RateSolver::settle_at(const RateProblem& p, Level level, Allocation& out) {
  const auto resources = static_cast<std::uint32_t>(fillings_.size());
  if (level.index >= resources) {
    const std::uint32_t flow = level.index - resources;
    return settle(p, flow, p.cap[flow], kNoResource, out);
  }
  const std::uint32_t last = end_of_members(level.index);
  for (std::uint32_t m = fillings_[level.index].first; m < last; ++m) {
    const std::uint32_t flow = members_[m];
    settle(p, flow, std::min(p.weight_of(flow) * level.value, p.cap_of(flow)), touched_[level.index], out);
  }
}

void RateSolver::settle(const RateProblem& p, std::uint32_t flow, double rate, ResourceId bottleneck, Allocation& out) {
  if (settled_[flow]) return;
  settled_[flow] = 1;
  --unsettled_;
  out.rate[flow] = rate;
  out.bottleneck[flow] = bottleneck;
  for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
    const std::uint32_t i = filling_of_[p.resource[use]];
    Filling& filling = fillings_[i];
    if (filling.taken == 0.0) affected_.push_back(i);
    filling.taken += p.weight_of(flow) * p.coefficient_at(use);
    --filling.unsettled;
  }
}

std::uint32_t RateSolver::end_of_members(std::uint32_t filling) const {
  return filling + 1 < fillings_.size() ? fillings_[filling + 1].first : static_cast<std::uint32_t>(members_.size());
}

double RateSolver::sum_demand(const RateProblem& p, std::uint32_t filling) const {
  double sum = 0;
  for (std::uint32_t m = fillings_[filling].first; m < end_of_members(filling); ++m) {
    const std::uint32_t flow = members_[m];
    if (settled_[flow]) continue;
    for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
      if (p.resource[use] == touched_[filling]) sum += p.weight_of(flow) * p.coefficient_at(use);
    }
  }
  return sum;
}

/// Takes what the level's flows got off every resource of theirs: one subtraction a resource and level. Counts stay
/// exact, but where heavy flows leave and light ones stay, what is left of a sum of weights would be its rounding: it
/// is summed anew whenever it has halved, which costs each flow a logarithm of touches.
void RateSolver::give_away(const RateProblem& p, double level) {
  for (const std::uint32_t i : affected_) {
    Filling& filling = fillings_[i];
    filling.left = std::max(0.0, filling.left - filling.taken * level);
    filling.demand -= filling.taken;
    filling.taken = 0.0;
    const bool counted = p.weight.empty() && p.coefficient.empty();
    if (counted || filling.demand > filling.summed / 2) continue;
    filling.demand = filling.summed = sum_demand(p, i);
  }
}

}  // namespace collsim
