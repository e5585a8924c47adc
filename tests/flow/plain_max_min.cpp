#include "flow/plain_max_min.h"

#include <algorithm>

namespace collsim::test {

std::vector<long double> plain_max_min(const PlainSystem& system) {
  constexpr long double kSlack = 1e-15L;
  std::vector<long double> rate(system.flows.size(), 0);
  std::vector<bool> settled(system.flows.size(), false);
  while (std::find(settled.begin(), settled.end(), false) != settled.end()) {
    std::vector<long double> left = system.capacity;
    std::vector<long double> demand(system.capacity.size(), 0);
    for (std::size_t f = 0; f < system.flows.size(); ++f) {
      for (const PlainSystem::Use& use : system.flows[f].uses) {
        if (settled[f]) left[use.resource] -= rate[f] * use.coefficient;
        if (!settled[f]) demand[use.resource] += system.flows[f].weight * use.coefficient;
      }
    }
    long double level = std::numeric_limits<long double>::infinity();
    for (std::size_t r = 0; r < left.size(); ++r) {
      if (demand[r] > 0) level = std::min(level, std::max(0.0L, left[r]) / demand[r]);
    }
    for (std::size_t f = 0; f < system.flows.size(); ++f) {
      if (!settled[f]) level = std::min(level, system.flows[f].cap / system.flows[f].weight);
    }
    for (std::size_t f = 0; f < system.flows.size(); ++f) {
      if (settled[f]) continue;
      const PlainSystem::Flow& flow = system.flows[f];
      rate[f] = flow.weight * level;
      bool bound = rate[f] >= flow.cap * (1 - kSlack);
      for (const PlainSystem::Use& use : flow.uses) {
        bound = bound || std::max(0.0L, left[use.resource]) / demand[use.resource] <= level * (1 + kSlack);
      }
      settled[f] = bound;
    }
  }
  return rate;
}

}  // namespace collsim::test
