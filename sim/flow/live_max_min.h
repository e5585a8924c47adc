#pragma once

#include <span>
#include <vector>

#include "flow/bindings.h"
#include "flow/refill.h"
#include "flow/replay.h"

namespace collsim {

/// The max-min allocation of flows that come and go, kept up to date: follows a change where it is small (Replay) and
/// fills again from its level upwards where it is not (Refill). Both give the same bits, those of a filling from zero,
/// so the choice is one of speed alone.
class LiveMaxMin {
 public:
  /// Requires: the table outlives this. `capacity` by resource, infinite where it is not shared.
  LiveMaxMin(const FlowTable& table, std::vector<double> capacity);

  /// A flow has come into the table. Requires: a finite cap or a resource of finite capacity.
  void arrive(FlowId flow, double cap);
  /// Requires: the flow is still in the table.
  void depart(FlowId flow);
  /// Requires: neither became infinite, nor ceased to be.
  void set_capacity(ResourceId resource, double capacity);
  void set_cap(FlowId flow, double cap);

  /// Brings the allocation up to date and adds to `rebound` what may have changed. `touched`: the resources of all of
  /// the above, once each.
  void settle(std::span<const ResourceId> touched, Rebound& rebound);

  const Bindings& bindings() const { return bindings_; }

 private:
  void free(FlowId flow, double cap);
  bool follow(std::span<const ResourceId> touched, Rebound& rebound);
  void reach(std::span<const ResourceId> touched);

  const FlowTable& table_;
  Bindings bindings_;
  Refill refill_;
  Replay replay_;
  std::vector<FlowId> fresh_;  // since the last settlement
  bool only_departures_ = true;
  double least_changed_ = Bindings::kNever;  // of the levels of flows that left or were freed
  std::uint32_t failures_ = 0, wait_ = 0;    // of following, in a row; settlements before it is tried again
};

}  // namespace collsim
