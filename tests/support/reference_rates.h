#pragma once

#include <vector>

#include "support/reference_case.h"

namespace collsim::test::reference {

/// What one flow asks of the network: a share of each resource on its route, at most `limit`.
struct Claim {
  std::vector<std::size_t> resources;
  Real limit = unlimited;
  Real weight = 1;
  int priority = 0;  ///< whoever has a higher one goes first
};

/// Progressive filling as the textbook has it (Bertsekas & Gallager, section 6.5.2): raise the rate per weight of all
/// unsettled flows together until a link is full or a flow at its limit; settle those; repeat. One priority after
/// another, the highest first, each over what those before have left; less
/// than 1e-9 of a capacity counts as nothing.
std::vector<Real> max_min_rates(const std::vector<Real>& capacity, const std::vector<Claim>& claims);

/// The least C_e / F_e of the route, or the flow's limit if that is lower.
std::vector<Real> equal_share_rates(const std::vector<Real>& capacity, const std::vector<Claim>& claims);

/// Every flow as if alone.
std::vector<Real> lone_rates(const std::vector<Real>& capacity, const std::vector<Claim>& claims);

std::vector<Real> solve_rates(Sharing sharing, const std::vector<Real>& capacity, const std::vector<Claim>& claims);

/// No resource carries more than its capacity (to 1e-12 of it).
bool respects_capacity(const std::vector<Real>& capacity, const std::vector<Claim>& claims,
                       const std::vector<Real>& rates);

/// Every flow is at its limit, or crosses a full resource on which no flow of its priority has a higher rate per weight
/// and none of a lower priority any rate (to 1e-12).
bool everyone_has_a_bottleneck(const std::vector<Real>& capacity, const std::vector<Claim>& claims,
                               const std::vector<Real>& rates);

}  // namespace collsim::test::reference
