#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "flow/solver.h"
#include "kernel/event_queue.h"

namespace collsim {

struct Resource {
  double capacity = 0;  ///< bytes per second
  bool shared = true;   ///< false: every flow has the whole capacity to itself
};

using FlowId = std::uint32_t;

/// What enters the network. The spans are copied.
/// A resource that is named twice is claimed twice (a half-duplex link that is crossed there and back).
/// Requires: bytes > 0 (infinity: until stopped); coefficients empty or one a resource.
struct FlowSpec {
  double wire_bytes = 0;
  double weight = 1;
  double cap = std::numeric_limits<double>::infinity();  ///< bytes per second
  std::span<const ResourceId> resources;
  std::span<const double> coefficients;
  std::uint64_t tag = 0;  ///< handed back when the flow ends
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
/// Flows start, end and capacities change within an instant; at its end the rates are settled once, for the flows that
/// a change can reach over shared resources and for no others. Between two settlements a flow's bytes leave at its
/// rate, and are only reckoned up when the rate changes. One event is pending at most: the next completion. At that
/// instant every flow ends of which less than a tick is left, so that flows which end together by symmetry do so in one
/// event in spite of rounding.
class FluidNetwork final : private EventHandler, private InstantListener {
 public:
  /// Requires: `queue` and `listener` outlive the network, which becomes the queue's instant listener.
  FluidNetwork(EventQueue& queue, FlowListener& listener, std::vector<Resource> resources, NetworkOptions options);

  FlowId start(const FlowSpec& spec);
  /// Takes a flow out before its end; the listener is not told.
  void stop(FlowId flow);
  void set_capacity(ResourceId resource, double capacity);

  double capacity(ResourceId resource) const { return resources_[resource].capacity; }
  double rate(FlowId flow) const { return flows_[flow].rate; }
  ResourceId bottleneck(FlowId flow) const { return flows_[flow].bottleneck; }
  /// Wire bytes that have left so far, now.
  double moved(FlowId flow) const;
  /// How long the flow has stood at rate 0 so far.
  Duration stalled(FlowId flow) const;
  int active_flows(ResourceId resource) const { return static_cast<int>(users_[resource].size()); }
  /// The most flows that were active on the resource at the end of any instant.
  int peak_flows(ResourceId resource) const { return peak_[resource]; }
  std::uint64_t solves() const { return solves_; }

 private:
  struct Use {
    ResourceId resource;
    std::uint32_t position;  // in users_[resource]
  };
  struct User {
    FlowId flow;
    std::uint32_t use;  // index into the flow's uses
  };
  struct Flow {
    std::vector<Use> uses;
    std::vector<double> coefficients;  // empty: all 1
    double left = 0;                   // wire bytes, at `since`
    double sent = 0;                   // up to `since`
    double rate = 0;
    double weight = 1;
    double cap = 0;
    Instant since{};
    Duration stalled{};  // up to `since`
    std::uint64_t tag = 0;
    std::uint64_t order = 0;       // of starting
    std::uint32_t generation = 0;  // of its forecast
    ResourceId bottleneck = kNoResource;
    bool fresh = false;  // no rate yet
  };
  struct Forecast {
    Instant end;
    std::uint64_t order;
    FlowId flow;
    std::uint32_t generation;
  };
  static bool later(const Forecast& a, const Forecast& b);

  void handle(Instant now, std::uint64_t tag) override;
  void instant_ended(Instant now) override;

  void attach(FlowId flow, std::span<const ResourceId> resources);
  void detach(FlowId flow);
  void touch(ResourceId resource);
  void touch_all(const Flow& flow);

  void collect_reachable();
  void collect_problem();
  void append_uses(const Flow& flow, double& cap);
  void settle();
  void apply(FlowId flow, double rate, ResourceId bottleneck);
  void advance(Flow& flow);
  void forecast(FlowId flow);
  bool current(const Forecast& f) const;
  bool ends_now(const Forecast& f) const;
  void pop_forecast();
  void schedule_wake_up();

  EventQueue& queue_;
  FlowListener& listener_;
  std::vector<Resource> resources_;
  std::vector<double> capacity_;  // by resource, as the solver reads it
  NetworkOptions options_;
  RateSolver solver_;

  std::vector<Flow> flows_;
  std::vector<FlowId> free_;
  std::vector<std::vector<User>> users_;  // by resource
  std::vector<int> peak_;
  std::uint64_t next_order_ = 0;
  std::uint64_t solves_ = 0;
  bool weighted_ = false;  // some flow had a weight or a coefficient other than 1

  std::vector<ResourceId> touched_;  // since the last settlement
  std::vector<char> is_touched_;
  std::vector<FlowId> reachable_;
  std::vector<char> is_reachable_;  // by flow slot

  std::vector<std::uint32_t> first_;
  std::vector<ResourceId> resource_;
  std::vector<double> coefficient_, weight_, cap_;
  Allocation allocation_;

  std::vector<Forecast> forecasts_;  // a heap; entries of an older generation are skipped
  EventQueue::Id wake_up_;
  Instant wake_up_at_ = Instant::max();
  std::vector<Forecast> ending_;
};

}  // namespace collsim
