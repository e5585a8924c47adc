#include "flow/certificate.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "flow/priority_solver.h"

namespace collsim {
namespace {

constexpr double kTolerance = 1e-9;

struct Load {
  double given = 0;       // of the capacity
  double per_weight = 0;  // the highest rate per weight of its flows
};

using Loads = std::unordered_map<ResourceId, Load>;  // a problem may touch few of many resources

/// Proves one class after another, the highest first: what those above have taken stays taken.
class Proof {
 public:
  Proof(const RateProblem& problem, const std::vector<double>& rate) : p_(problem), rate_(rate) {}

  std::optional<std::string> unfair_in(int priority) {
    for (auto& [resource, load] : loads_) load.per_weight = 0;
    for (std::size_t flow = 0; flow < p_.flows(); ++flow) {
      if (p_.priority_of(flow) == priority) add(flow);
    }
    for (std::size_t flow = 0; flow < p_.flows(); ++flow) {
      if (p_.priority_of(flow) != priority || has_bottleneck(flow)) continue;
      return fmt::format("flow {} at {} B/s has no bottleneck", flow, rate_[flow]);
    }
    return {};
  }

  void add(std::size_t flow) {
    for (std::uint32_t use = p_.first[flow]; use < p_.first[flow + 1]; ++use) {
      Load& load = loads_[p_.resource[use]];
      load.given += rate_[flow] * p_.coefficient_at(use);
      load.per_weight = std::max(load.per_weight, rate_[flow] / p_.weight_of(flow));
    }
  }

  std::optional<std::string> overfull() const {
    for (const ResourceId r : p_.resource) {
      const double given = loads_.at(r).given;
      if (given > p_.capacity[r] * (1 + kTolerance)) {
        return fmt::format("resource {} gives {} B/s of {} B/s", r, given, p_.capacity[r]);
      }
    }
    return {};
  }

 private:
  bool has_bottleneck(std::size_t flow) const {
    if (rate_[flow] >= p_.cap_of(flow) * (1 - kTolerance)) return true;
    const double per_weight = rate_[flow] / p_.weight_of(flow);
    for (std::uint32_t use = p_.first[flow]; use < p_.first[flow + 1]; ++use) {
      const Load& load = loads_.at(p_.resource[use]);
      const bool saturated = load.given >= p_.capacity[p_.resource[use]] * (1 - kTolerance);
      if (saturated && per_weight >= load.per_weight * (1 - kTolerance)) return true;
    }
    return false;
  }

  const RateProblem& p_;
  const std::vector<double>& rate_;
  Loads loads_;
};

}  // namespace

std::optional<std::string> find_unfairness(const RateProblem& p, const std::vector<double>& rate, Sharing sharing) {
  if (sharing == Sharing::none) return {};
  Proof all(p, rate);
  for (std::size_t flow = 0; flow < p.flows(); ++flow) all.add(flow);
  if (auto fault = all.overfull()) return fault;
  if (sharing != Sharing::max_min) return {};
  Proof by_class(p, rate);
  for (const int priority : classes_of(p)) {
    if (auto fault = by_class.unfair_in(priority)) return fault;
  }
  return {};
}

}  // namespace collsim
