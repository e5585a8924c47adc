#include "support/reference_rates.h"

#include <algorithm>

namespace collsim::test::reference {
namespace {

constexpr Real rounding = 1e-12L;

/// Σ amount(flow) over the flows on each resource.
template <class Amount>
std::vector<Real> totals(std::size_t resources, const std::vector<Claim>& claims, const Amount& amount) {
  std::vector<Real> sum(resources, 0);
  for (std::size_t f = 0; f < claims.size(); ++f)
    for (std::size_t e : claims[f].resources) sum[e] += amount(f);
  return sum;
}

/// The rate per weight at which the first thing that holds `claim` back stops it.
Real stop_level(const Claim& claim, const std::vector<Real>& level_of_resource) {
  Real level = claim.limit / claim.weight;
  for (std::size_t e : claim.resources) level = std::min(level, level_of_resource[e]);
  return level;
}

}  // namespace

std::vector<Real> max_min_rates(const std::vector<Real>& capacity, const std::vector<Claim>& claims) {
  std::vector<Real> rates(claims.size(), 0);
  std::vector<bool> settled(claims.size(), false);
  for (std::size_t open = claims.size(); open > 0;) {
    const auto weight =
        totals(capacity.size(), claims, [&](std::size_t f) { return settled[f] ? 0 : claims[f].weight; });
    const auto used = totals(capacity.size(), claims, [&](std::size_t f) { return settled[f] ? rates[f] : 0; });
    std::vector<Real> share(capacity.size(), unlimited);
    for (std::size_t e = 0; e < capacity.size(); ++e)
      if (weight[e] > 0) share[e] = std::max<Real>(0, capacity[e] - used[e]) / weight[e];

    Real level = unlimited;
    for (std::size_t f = 0; f < claims.size(); ++f)
      if (!settled[f]) level = std::min(level, stop_level(claims[f], share));
    for (std::size_t f = 0; f < claims.size(); ++f) {
      if (settled[f] || stop_level(claims[f], share) > level) continue;
      rates[f] = level * claims[f].weight;
      settled[f] = true;
      --open;
    }
  }
  return rates;
}

std::vector<Real> equal_share_rates(const std::vector<Real>& capacity, const std::vector<Claim>& claims) {
  const auto flows = totals(capacity.size(), claims, [](std::size_t) { return Real{1}; });
  std::vector<Real> rates;
  for (const Claim& claim : claims) {
    Real rate = claim.limit;
    for (std::size_t e : claim.resources) rate = std::min(rate, capacity[e] / flows[e]);
    rates.push_back(rate);
  }
  return rates;
}

std::vector<Real> lone_rates(const std::vector<Real>& capacity, const std::vector<Claim>& claims) {
  std::vector<Real> rates;
  for (const Claim& claim : claims) {
    Real rate = claim.limit;
    for (std::size_t e : claim.resources) rate = std::min(rate, capacity[e]);
    rates.push_back(rate);
  }
  return rates;
}

std::vector<Real> solve_rates(Sharing sharing, const std::vector<Real>& capacity, const std::vector<Claim>& claims) {
  switch (sharing) {
    case Sharing::max_min:
      return max_min_rates(capacity, claims);
    case Sharing::equal_share:
      return equal_share_rates(capacity, claims);
    case Sharing::none:
      break;
  }
  return lone_rates(capacity, claims);
}

bool respects_capacity(const std::vector<Real>& capacity, const std::vector<Claim>& claims,
                       const std::vector<Real>& rates) {
  const auto load = totals(capacity.size(), claims, [&](std::size_t f) { return rates[f]; });
  for (std::size_t e = 0; e < capacity.size(); ++e)
    if (load[e] > capacity[e] * (1 + rounding)) return false;
  return true;
}

bool everyone_has_a_bottleneck(const std::vector<Real>& capacity, const std::vector<Claim>& claims,
                               const std::vector<Real>& rates) {
  const auto load = totals(capacity.size(), claims, [&](std::size_t f) { return rates[f]; });
  std::vector<Real> highest(capacity.size(), 0);
  for (std::size_t f = 0; f < claims.size(); ++f)
    for (std::size_t e : claims[f].resources) highest[e] = std::max(highest[e], rates[f] / claims[f].weight);
  for (std::size_t f = 0; f < claims.size(); ++f) {
    bool held = rates[f] >= claims[f].limit * (1 - rounding);
    for (std::size_t e : claims[f].resources)
      held |= load[e] >= capacity[e] * (1 - rounding) && highest[e] * (1 - rounding) <= rates[f] / claims[f].weight;
    if (!held) return false;
  }
  return true;
}

}  // namespace collsim::test::reference
