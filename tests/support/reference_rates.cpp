#include "support/reference_rates.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace collsim::test::reference {
namespace {

constexpr Real rounding = 1e-12L;
constexpr Real least_left = 1e-9L;  // of a capacity, for lower priorities; below, they stand still

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

/// Fills up the flows of one priority with what is left for them.
void fill(int priority, const std::vector<Real>& left, const std::vector<Claim>& claims, std::vector<Real>& rates) {
  std::vector<bool> settled(claims.size());
  for (std::size_t f = 0; f < claims.size(); ++f) settled[f] = claims[f].priority != priority;
  const auto settled_rate = [&](std::size_t f) { return settled[f] && claims[f].priority == priority ? rates[f] : 0; };
  for (auto open = std::count(settled.begin(), settled.end(), false); open > 0;) {
    const auto weight = totals(left.size(), claims, [&](std::size_t f) { return settled[f] ? 0 : claims[f].weight; });
    const auto used = totals(left.size(), claims, settled_rate);
    std::vector<Real> share(left.size(), unlimited);
    for (std::size_t e = 0; e < left.size(); ++e)
      if (weight[e] > 0) share[e] = std::max<Real>(0, left[e] - used[e]) / weight[e];

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
}

}  // namespace

std::vector<Real> max_min_rates(const std::vector<Real>& capacity, const std::vector<Claim>& claims) {
  std::set<int, std::greater<>> priorities;
  for (const Claim& claim : claims) priorities.insert(claim.priority);
  std::vector<Real> rates(claims.size(), 0), left = capacity;
  for (const int priority : priorities) {
    fill(priority, left, claims, rates);
    const auto used = totals(capacity.size(), claims, [&](std::size_t f) { return rates[f]; });
    for (std::size_t e = 0; e < capacity.size(); ++e)
      left[e] = capacity[e] - used[e] < least_left * capacity[e] ? 0 : capacity[e] - used[e];
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
  // By resource and priority. What is below the rounding of a capacity is no rate.
  std::vector<std::map<int, Real>> highest(capacity.size());
  std::vector<int> lowest(capacity.size(), std::numeric_limits<int>::max());
  for (std::size_t f = 0; f < claims.size(); ++f) {
    for (std::size_t e : claims[f].resources) {
      Real& level = highest[e][claims[f].priority];
      level = std::max(level, rates[f] / claims[f].weight);
      if (rates[f] > capacity[e] * rounding) lowest[e] = std::min(lowest[e], claims[f].priority);
    }
  }
  const bool one_priority =
      std::all_of(claims.begin(), claims.end(), [&](const Claim& c) { return c.priority == claims[0].priority; });
  const Real full = 1 - (one_priority ? rounding : least_left);
  for (std::size_t f = 0; f < claims.size(); ++f) {
    bool held = rates[f] >= claims[f].limit * (1 - rounding);
    for (std::size_t e : claims[f].resources)
      held |= load[e] >= capacity[e] * full && lowest[e] >= claims[f].priority &&
              highest[e][claims[f].priority] * (1 - rounding) <= rates[f] / claims[f].weight;
    if (!held) return false;
  }
  return true;
}

}  // namespace collsim::test::reference
