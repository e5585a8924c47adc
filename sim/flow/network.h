#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "flow/clocks.h"
#include "flow/component.h"
#include "flow/flow_table.h"
#include "flow/live_max_min.h"
#include "flow/priority_solver.h"
#include "flow/solver.h"
#include "kernel/event_queue.h"

namespace collsim {

/// What enters the network. The spans are copied.
/// A resource that is named twice is claimed twice (a half-duplex link that is crossed there and back).
/// Requires: bytes > 0 (infinity: until stopped); coefficients empty or one a resource.
struct FlowSpec {
  double wire_bytes = 0;
  double weight = 1;
  double cap = std::numeric_limits<double>::infinity();  ///< bytes per second
  std::span<const ResourceId> resources;
  std::span<const double> coefficients;
  std::uint64_t tag = 0;       ///< handed back when the flow ends
  int priority = 0;            ///< a higher one takes all that it can before a lower one gets anything
  std::uint64_t claimant = 0;  ///< flows of one number but 0 claim together: each has its weight over how many they are
};

class FlowListener {
 public:
  /// The flow's last byte has left; `flow` is still valid during the call.
  virtual void flow_ended(FlowId flow, std::uint64_t tag) = 0;

 protected:
  ~FlowListener() = default;
};

/// How rates follow the set of flows: `progressive` solves again whenever it changes; `frozen_on_departure` keeps the
/// rates of those who stay when others leave.
enum class Resolving : std::uint8_t { progressive, frozen_on_departure };

struct NetworkOptions {
  Sharing sharing = Sharing::max_min;
  Resolving resolving = Resolving::progressive;
  bool check = false;  ///< prove every allocation; throws CheckError
};

/// The flows in flight, as a fluid.
///
/// Flows start, end and capacities change within an instant; at its end the rates are settled once (live_max_min.h; for
/// flows with weights or fractions, other kinds of sharing and frozen rates: the component that the change can reach,
/// anew). Between two settlements bytes leave at constant rates, and are reckoned up by clocks that the flows of one
/// bottleneck share (clocks.h). One event is pending at most: the next completion. At that instant every flow ends of
/// which less than a tick is left, so that flows which end together by symmetry do so in one event in spite of
/// rounding.
class FluidNetwork final : private EventHandler, private InstantListener {
 public:
  /// Requires: `queue` and `listener` outlive the network, which becomes the queue's instant listener.
  FluidNetwork(EventQueue& queue, FlowListener& listener, std::vector<Resource> resources, NetworkOptions options);

  FlowId start(const FlowSpec& spec);
  /// Takes a flow out before its end; the listener is not told.
  void stop(FlowId flow);
  void set_capacity(ResourceId resource, double capacity);

  double capacity(ResourceId resource) const { return capacity_[resource]; }
  double rate(FlowId flow) const { return clocks_.rate(flow); }
  ResourceId bottleneck(FlowId flow) const { return flows_[flow].bottleneck; }
  /// Wire bytes that have left so far, now.
  double moved(FlowId flow) const { return clocks_.moved(flow, queue_.now()); }
  /// How long the flow has stood at rate 0 so far.
  Duration stalled(FlowId flow) const { return clocks_.stalled(flow, queue_.now()); }
  int active_flows(ResourceId resource) const { return static_cast<int>(table_.users(resource).size()); }
  /// The most flows that were active on the resource at the end of any instant.
  int peak_flows(ResourceId resource) const { return peak_[resource]; }
  /// A completion is to come.
  bool wakes_up() const { return wake_up_at_ != Instant::max(); }
  std::uint64_t solves() const { return solves_; }

 private:
  struct Flow {
    std::uint64_t tag;
    ResourceId bottleneck;
  };

  void handle(Instant now, std::uint64_t tag) override;
  void instant_ended(Instant now) override;

  void touch(ResourceId resource);
  void touch_all(FlowId flow);
  void write_coefficients(FlowId flow, std::span<const double> coefficients);
  void depart(FlowId flow);
  void join_claimant(FlowId flow);
  void leave_claimant(FlowId flow);
  void touch_claimants();

  void settle();
  void settle_live();
  void settle_anew();
  void prove(const RateProblem& problem, const std::vector<double>& rate) const;
  void set_pace(FlowId flow, double rate, ResourceId bottleneck);
  void schedule_wake_up();

  EventQueue& queue_;
  FlowListener& listener_;
  NetworkOptions options_;
  std::vector<double> capacity_;  // by resource
  FlowTable table_;
  Clocks clocks_;
  LiveMaxMin live_;  // while `plain_`
  PrioritySolver solver_;

  std::vector<Flow> flows_;
  Claims claims_;
  std::vector<int> peak_;
  std::uint64_t next_order_ = 0;
  std::uint64_t solves_ = 0;
  bool plain_;  // max_min, progressive, and no flow yet had a weight or coefficient other than 1, or a priority

  std::vector<ResourceId> touched_;  // since the last settlement
  std::vector<char> is_touched_;
  std::vector<std::uint64_t> touched_claimants_;  // whose flows' weights have changed since
  Component component_;
  std::vector<double> rates_;  // of the component, to be proved
  Rebound rebound_;
  Allocation allocation_;

  EventQueue::Id wake_up_;
  Instant wake_up_at_ = Instant::max();
  std::vector<FlowId> ending_;
};

}  // namespace collsim
