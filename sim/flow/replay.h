#pragma once

#include <vector>

#include "flow/bindings.h"

namespace collsim {

/// Settles the flows near a change, and no others.
///
/// The levels of an allocation are those of a filling (solver.h), and it is exact as long as every resource runs out
/// where the flows that others bind below that leave it to run out. So a change is followed upwards through the levels,
/// over the resources that it reaches and from each only to those that it changes:
///
///     evaluate   a resource one of whose flows changed: where does it run out now?
///     release    at its old level, if it is to run out higher: its flows are bound by nothing until something does
///     bind       at its new level: its flows that are not bound below get this level; where that is another than
///                they had, the resources on the rest of their routes are to be evaluated
///
/// What is below the level in hand is final, for a change at a level changes nothing below it. Levels, and so rates,
/// have the bits of a filling from zero: a resource is evaluated by the same arithmetic (bindings.h).
class Replay {
 public:
  Replay(const FlowTable& table, Bindings& bindings);

  /// The resource has flows or capacity more or less than at the last run.
  void reach(ResourceId resource) { reach(resource, kBelowAll); }
  /// The flow is new, or its cap is.
  void reach_flow(FlowId flow);
  /// No level below this one changes. Evaluates what was reached.
  double first_change();
  /// False if it took more than `budget` touches of (flow, resource) pairs: everything from first_change() on is to be
  /// filled then.
  bool run(std::size_t budget, Rebound& rebound);
  /// Forgets what was reached.
  void clear();

 private:
  static constexpr double kBelowAll = -1;

  enum class Step : std::uint8_t { release, evaluate, bind, cap };
  struct State {
    std::uint32_t number = 0;  // of its valid steps
    bool reached = false;
    bool stale = false;
    double old_level = 0;  // before this run
  };
  struct Entry {
    double level;
    Step step;
    std::uint32_t index;   // resource, or flow
    std::uint32_t number;  // as in its state
  };
  static bool above(const Entry& a, const Entry& b) { return a.level != b.level ? a.level > b.level : a.step > b.step; }

  void reach(ResourceId resource, double level);
  void evaluate_again(ResourceId resource, double level);
  void reach_others(FlowId flow, ResourceId from, double level);
  void push(double level, Step step, std::uint32_t index, std::uint32_t number);
  Entry pop();
  bool valid(const Entry& entry) const;
  void take(const Entry& entry);
  double rate_without(ResourceId resource, FlowId flow) const;
  void evaluate(ResourceId resource);
  double where_it_runs_out(ResourceId resource);
  void release(ResourceId resource);
  void let_go(FlowId flow, ResourceId from, double level);
  void bind_batch(Entry first);
  void bind_users(ResourceId resource, double level);
  bool had_level(FlowId flow, double level) const;
  void bind_by_cap(FlowId flow);
  void rebind(FlowId flow, ResourceId bound);
  ResourceId first_bound_at(FlowId flow, double level) const;

  const FlowTable& table_;
  Bindings& bindings_;
  Rebound* rebound_ = nullptr;
  std::vector<State> states_;  // by resource
  std::vector<ResourceId> reached_;
  std::vector<Entry> steps_;  // a heap
  std::vector<ResourceId> binding_;
  std::vector<double> below_;  // scratch: rates of flows bound elsewhere
  std::size_t work_ = 0;
};

}  // namespace collsim
