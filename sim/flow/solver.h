#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "flow/sharing.h"

namespace collsim {

/// Something that flows share: usually a directed link; half duplex and shared adapters map two links to one resource.
using ResourceId = std::uint32_t;
inline constexpr ResourceId kNoResource = std::numeric_limits<ResourceId>::max();

/// Flows over resources, as flat arrays. Flow i uses resource[first[i]] … resource[first[i+1]-1], each with a
/// coefficient: a route has coefficient 1 everywhere, a spray fractions; a multicast or an in-network reduction is only
/// a bigger set. An empty coefficient, weight or cap array stands for 1, 1 and no cap.
/// A resource named twice is claimed twice. Requires: every flow has a resource or a finite cap; weights and
/// coefficients > 0.
struct RateProblem {
  std::span<const double> capacity;      ///< by resource, bytes per second, >= 0
  std::span<const std::uint32_t> first;  ///< flows + 1 entries
  std::span<const ResourceId> resource;
  std::span<const double> coefficient;
  std::span<const double> weight;
  std::span<const double> cap;
  std::span<const int> priority = {};  ///< empty: all alike. PrioritySolver's: RateSolver does not look at it

  std::size_t flows() const { return first.size() - 1; }
  double coefficient_at(std::size_t use) const { return coefficient.empty() ? 1.0 : coefficient[use]; }
  double weight_of(std::size_t flow) const { return weight.empty() ? 1.0 : weight[flow]; }
  int priority_of(std::size_t flow) const { return priority.empty() ? 0 : priority[flow]; }
  double cap_of(std::size_t flow) const { return cap.empty() ? std::numeric_limits<double>::infinity() : cap[flow]; }
};

struct Allocation {
  std::vector<double> rate;            ///< bytes per second, by flow
  std::vector<ResourceId> bottleneck;  ///< what bound the flow; kNoResource where its own cap did
};

/// Rates of flows that share resources.
///
/// max_min is progressive filling (Bertsekas & Gallager, Data Networks, 1992, §6.5.2), by levels instead of by flows:
///
///     level = least over resources of  R / W     R: capacity not yet given away
///     every unsettled flow of the resources      W: weights (times coefficients) of their unsettled flows
///     at that level gets  weight × level
///
/// A resource's R / W only grows as others settle, so a heap of last known values finds the next level without looking
/// at the rest; a capped flow is one more entry, at cap / weight. Ties settle together. Every resource gives up
/// Σ weights × level in one subtraction a level, so the result does not depend on the order of the flows, and
/// disjoint groups of flows get the same bits whether they are solved apart or together.
///
/// Cost: each (flow, resource) pair is touched three times, and one heap operation a level and resource.
/// Keeps its scratch arrays between calls. Not for use by two threads at once.
class RateSolver {
 public:
  explicit RateSolver(Sharing sharing) : sharing_(sharing) {}

  void solve(const RateProblem& problem, Allocation& out);

 private:
  struct Filling {  // one touched resource
    double left;    // R
    double demand;  // W
    double summed;  // W when it was last summed flow by flow
    double taken;   // weights settled at the level in hand
    std::uint32_t unsettled;
    std::uint32_t first;  // its flows in members_
  };
  struct Level {
    double value;
    std::uint32_t index;  // into fillings_, or fillings_.size() + flow for a flow's cap
  };
  static bool above(const Level& a, const Level& b);

  void none(const RateProblem& p, Allocation& out) const;
  void equal_share(const RateProblem& p, Allocation& out);
  void max_min(const RateProblem& p, Allocation& out);

  void collect_resources(const RateProblem& p);
  void collect_members(const RateProblem& p);
  void collect_levels(const RateProblem& p);
  void push_level(Level level);
  Level pop_level();
  double settle_next_level(const RateProblem& p, Allocation& out);
  void settle_at(const RateProblem& p, Level level, Allocation& out);
  void settle(const RateProblem& p, std::uint32_t flow, double rate, ResourceId bottleneck, Allocation& out);
  void give_away(const RateProblem& p, double level);
  double sum_demand(const RateProblem& p, std::uint32_t filling) const;
  std::uint32_t end_of_members(std::uint32_t filling) const;

  Sharing sharing_;
  std::vector<std::uint32_t> filling_of_;  // by resource; only entries of touched resources are meaningful
  std::vector<ResourceId> touched_;
  std::vector<Filling> fillings_;
  std::vector<std::uint32_t> members_;
  std::vector<Level> heap_;
  std::vector<Level> batch_;
  std::vector<std::uint32_t> affected_;
  std::vector<char> settled_;
  std::size_t unsettled_ = 0;
};

}  // namespace collsim
