#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "flow/flow_table.h"

namespace collsim {

struct Resource {
  double capacity = 0;  ///< bytes per second
  bool shared = true;   ///< false: every flow has the whole capacity to itself
};

/// What flows claim beyond their resources, and what these offer.
struct Claims {
  struct Terms {
    double weight;
    double cap;           // the flow's own
    std::uint64_t order;  // of starting
    int priority = 0;
    std::uint64_t claimant = 0;
  };
  std::vector<Resource> resources;
  std::vector<Terms> terms;          ///< by flow
  std::vector<double> coefficients;  ///< by use; empty while no flow has any
  bool weighted = false;             ///< some flow had a weight, coefficients, or claimed together with others
  bool prioritised = false;          ///< some flow had a priority
  /// Flows that claim together, by claimant; looked up only.
  std::unordered_map<std::uint64_t, std::vector<FlowId>> together;

  double weight(FlowId flow) const {
    const Terms& t = terms[flow];
    return t.claimant == 0 ? t.weight : t.weight / static_cast<double>(together.at(t.claimant).size());
  }
  double coefficient(std::uint32_t use) const { return coefficients.empty() ? 1.0 : coefficients[use]; }
};

/// What the flow's own cap and its resources that are not shared let through: they are no claim on anything.
double cap_of(const FlowTable& table, const Claims& claims, FlowId flow);
/// Which of its resources lets through just this; kNoResource if none does.
ResourceId what_caps(const FlowTable& table, const Claims& claims, FlowId flow, double rate);

/// The flows that a change can reach over shared resources, as a problem to solve or to prove.
class Component {
 public:
  /// `spreads`: flows on a common resource matter to each other.
  void collect(const FlowTable& table, const Claims& claims, std::span<const ResourceId> touched, bool spreads);

  const std::vector<FlowId>& flows() const { return flows_; }
  /// Requires: `capacity` by resource.
  RateProblem problem(std::span<const double> capacity) const;

 private:
  void search(const FlowTable& table, const Claims& claims, std::span<const ResourceId> touched, bool spreads);
  void visit(ResourceId resource);
  void append(const FlowTable& table, const Claims& claims, FlowId flow);

  std::vector<ResourceId> visited_;
  std::vector<char> is_visited_;  // by resource
  std::vector<FlowId> flows_;
  std::vector<char> is_found_;  // by flow
  std::vector<std::uint32_t> first_;
  std::vector<ResourceId> resource_;
  std::vector<double> coefficient_, weight_, cap_;
  std::vector<int> priority_;
  bool capped_ = false;
};

}  // namespace collsim
