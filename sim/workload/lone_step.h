#pragma once

#include <functional>
#include <vector>

#include "collective/program.h"
#include "flow/solver.h"
#include "result/ledger.h"
#include "routing/shortest.h"
#include "workload/carrier.h"
#include "workload/fabric.h"

namespace collsim {

/// What a step comes to, counted from its release.
struct StepOutcome {
  Duration length{};      ///< to the last delivery
  Ledger ledger;          ///< where that time went, on the way of the last delivery
  Rank from = 0, to = 0;  ///< of the last delivery; of several at one instant the lowest
  std::int64_t messages = 0;
  struct Use {
    ResourceId resource;
    int flows = 0;
    Bytes bytes = 0;
  };
  std::vector<Use> uses;            ///< each resource once
  std::vector<Duration> rank_done;  ///< by rank: its last byte has left and its last message is there; 0: it had none
};

/// A step that has the network to itself, settled by arithmetic instead of by events:
///
///     released ── α ──┬─ first bytes          rates: one solve for all flows
///                     │          last bytes ──┬─ α_path, α ── delivered
///                     └───── bytes / rate ────┘
///
/// That is exact as long as nobody's rate changes on the way, which is so where flows that share a resource end at one
/// instant. Where they do not, or something in the step is out of the ordinary, it says nothing, and the step has to be
/// run. Same solver, same rounding: whoever is settled here comes out to the same picosecond as if run.
class LoneStep {
 public:
  using FindRoute = std::function<RouteView(Rank from, Rank to)>;

  /// Requires: all outlive this; no flow is capped or weighted.
  LoneStep(const Program& program, int ranks, const Fabric& fabric, const MessageTerms& terms, Sharing sharing,
           FindRoute find_route);

  /// Null where the step has to be run. Valid until the next call. Requires: all ranks are ready for the step.
  const StepOutcome* settle(Cell cell);

 private:
  struct Flow {
    Rank from, to;
    Bytes bytes;
    Duration latency;
    LinkId first, last;
    Duration end{};  // of its last byte, after its first could leave
  };

  bool collect(Cell cell);
  bool add(const Transfer& transfer);
  bool find_ends();
  void count_use(ResourceId resource, Bytes bytes);
  void find_rates();
  bool one_level();
  bool ends_apart(Duration end);
  bool share_ends();
  const Flow& find_last();
  Ledger ledger_of(const Flow& last) const;
  double ideal_rate(const Flow& flow) const;

  const Program& program_;
  int ranks_;
  const Fabric& fabric_;
  const MessageTerms& terms_;
  Sharing sharing_;
  FindRoute find_route_;
  RateSolver solver_;

  std::vector<Transfer> transfers_;
  Bytes bytes_ = 0;  // of all flows
  std::vector<Flow> flows_;
  std::vector<std::uint32_t> sized_;  // flows with bytes, as the rate problem counts them
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> use_;    // of each flow: into outcome_.uses
  std::vector<ResourceId> resource_;  // the same, for the solver
  std::vector<double> share_;         // by use: what its flows get each if it is what binds them
  Allocation allocation_;
  std::vector<Duration> distinct_ends_;
  std::vector<Duration> end_of_use_;
  std::vector<std::uint32_t> use_of_;  // by resource, into outcome_.uses; only of resources in there
  StepOutcome outcome_;
};

}  // namespace collsim
