#include "oracle/machine.h"

#include <algorithm>
#include <cassert>

namespace collsim::oracle {
namespace {

Line joined(const std::vector<Line>& tiers) {
  assert(!tiers.empty());
  Line whole = tiers.back();
  for (std::size_t i = 0; i + 1 < tiers.size(); ++i) {
    whole.size *= tiers[i].size;
    whole.bandwidth = std::min(whole.bandwidth, tiers[i].bandwidth);
    whole.contention = std::max(whole.contention, tiers[i].contention);
  }
  return whole;
}

}  // namespace

Machine::Machine(std::vector<Line> tiers) : tiers_(std::move(tiers)), whole_(joined(tiers_)) {}

Machine::Machine(std::vector<Line> tiers, Line whole) : tiers_(std::move(tiers)), whole_(whole) {
  assert(joined(tiers_).size == whole_.size);
}

Machine flat_machine(int ranks, double bandwidth, double alpha) {
  return Machine({Line{ranks, bandwidth, alpha, 0, 1}});
}

Machine machine_of(const GroupFacts& facts, const Ends& ends) {
  assert(!facts.tier_facts.empty());
  std::vector<Line> lines;
  for (std::size_t i = 0; i < facts.tier_facts.size(); ++i) {
    const TierFacts& tier = facts.tier_facts[i];
    const int size = facts.tiers.flat() ? facts.ranks : facts.tiers.size(static_cast<int>(i));
    lines.push_back({size, tier.bandwidth * ends.utilization, ends.start, to_seconds(tier.latency), 1});
  }
  return Machine(std::move(lines));
}

}  // namespace collsim::oracle
