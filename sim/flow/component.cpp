#include "flow/component.h"

#include <algorithm>
#include <cmath>

namespace collsim {

double cap_of(const FlowTable& table, const Claims& claims, FlowId flow) {
  double cap = claims.terms[flow].cap;
  std::uint32_t use = table.first_use(flow);
  for (const FlowTable::Use& u : table.uses(flow)) {
    const Resource& resource = claims.resources[u.resource];
    if (!resource.shared) cap = std::min(cap, resource.capacity / claims.coefficient(use));
    ++use;
  }
  return cap;
}

ResourceId what_caps(const FlowTable& table, const Claims& claims, FlowId flow, double rate) {
  ResourceId found = kNoResource;
  std::uint32_t use = table.first_use(flow);
  for (const FlowTable::Use& u : table.uses(flow)) {
    if (claims.resources[u.resource].capacity / claims.coefficient(use++) == rate) found = u.resource;
  }
  return found;
}

void Component::collect(const FlowTable& table, const Claims& claims, std::span<const ResourceId> touched,
                        bool spreads) {
  search(table, claims, touched, spreads);
  // Sums of weights are floating point: their order must not depend on how the search went.
  if (claims.weighted) {
    std::sort(flows_.begin(), flows_.end(),
              [&](FlowId a, FlowId b) { return claims.terms[a].order < claims.terms[b].order; });
  }
  first_.assign(1, 0);
  resource_.clear();
  coefficient_.clear();
  weight_.clear();
  cap_.clear();
  priority_.clear();
  for (const FlowId flow : flows_) append(table, claims, flow);
  capped_ = std::any_of(cap_.begin(), cap_.end(), [](double cap) { return std::isfinite(cap); });
}

void Component::search(const FlowTable& table, const Claims& claims, std::span<const ResourceId> touched,
                       bool spreads) {
  is_visited_.resize(table.resources(), 0);
  is_found_.resize(table.slots(), 0);
  flows_.clear();
  visited_.clear();
  for (const ResourceId r : touched) visit(r);
  for (std::size_t i = 0; i < visited_.size(); ++i) {
    for (const FlowTable::User& user : table.users(visited_[i])) {
      if (is_found_[user.flow]) continue;
      is_found_[user.flow] = 1;
      flows_.push_back(user.flow);
      if (!spreads) continue;
      for (const FlowTable::Use& use : table.uses(user.flow)) {
        if (claims.resources[use.resource].shared) visit(use.resource);
      }
    }
  }
  for (const ResourceId r : visited_) is_visited_[r] = 0;
  for (const FlowId flow : flows_) is_found_[flow] = 0;
}

void Component::visit(ResourceId resource) {
  if (is_visited_[resource]) return;
  is_visited_[resource] = 1;
  visited_.push_back(resource);
}

void Component::append(const FlowTable& table, const Claims& claims, FlowId flow) {
  std::uint32_t use = table.first_use(flow);
  for (const FlowTable::Use& u : table.uses(flow)) {
    if (claims.resources[u.resource].shared) {
      resource_.push_back(u.resource);
      if (claims.weighted) coefficient_.push_back(claims.coefficient(use));
    }
    ++use;
  }
  first_.push_back(static_cast<std::uint32_t>(resource_.size()));
  cap_.push_back(cap_of(table, claims, flow));
  if (claims.weighted) weight_.push_back(claims.weight(flow));
  if (claims.prioritised) priority_.push_back(claims.terms[flow].priority);
}

RateProblem Component::problem(std::span<const double> capacity) const {
  RateProblem problem{capacity, first_, resource_, coefficient_, weight_, {}, priority_};
  if (capped_) problem.cap = cap_;
  return problem;
}

}  // namespace collsim
