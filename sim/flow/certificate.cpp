#include "flow/certificate.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

namespace collsim {
namespace {

constexpr double kTolerance = 1e-9;

struct Load {
  double given = 0;       // of the capacity
  double per_weight = 0;  // the highest rate per weight of its flows
};

using Loads = std::unordered_map<ResourceId, Load>;  // a problem may touch few of many resources

Loads loads_of(const RateProblem& p, const std::vector<double>& rate) {
  Loads loads;
  for (std::size_t flow = 0; flow < p.flows(); ++flow) {
    for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
      Load& load = loads[p.resource[use]];
      load.given += rate[flow] * p.coefficient_at(use);
      load.per_weight = std::max(load.per_weight, rate[flow] / p.weight_of(flow));
    }
  }
  return loads;
}

bool has_bottleneck(const RateProblem& p, const std::vector<double>& rate, const Loads& loads, std::size_t flow) {
  if (rate[flow] >= p.cap_of(flow) * (1 - kTolerance)) return true;
  const double per_weight = rate[flow] / p.weight_of(flow);
  for (std::uint32_t use = p.first[flow]; use < p.first[flow + 1]; ++use) {
    const Load& load = loads.at(p.resource[use]);
    const bool saturated = load.given >= p.capacity[p.resource[use]] * (1 - kTolerance);
    if (saturated && per_weight >= load.per_weight * (1 - kTolerance)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> find_unfairness(const RateProblem& p, const std::vector<double>& rate, Sharing sharing) {
  if (sharing == Sharing::none) return {};
  const Loads loads = loads_of(p, rate);
  for (const ResourceId r : p.resource) {
    if (loads.at(r).given > p.capacity[r] * (1 + kTolerance)) {
      return fmt::format("resource {} gives {} B/s of {} B/s", r, loads.at(r).given, p.capacity[r]);
    }
  }
  if (sharing != Sharing::max_min) return {};
  for (std::size_t flow = 0; flow < p.flows(); ++flow) {
    if (!has_bottleneck(p, rate, loads, flow)) {
      return fmt::format("flow {} at {} B/s has no bottleneck", flow, rate[flow]);
    }
  }
  return {};
}

}  // namespace collsim
