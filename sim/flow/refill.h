#pragma once

#include <span>
#include <vector>

#include "flow/bindings.h"

namespace collsim {

/// Fills the whole network from a level upwards (progressive filling, by levels: see solver.h), on the tables as they
/// stand, and touches each (flow, resource) above that level about once.
///
/// A change at some level leaves everything below it as it was. So on its way up a filling writes down where all
/// resources stood at some of its levels, as often as that costs a fraction of the filling itself, and the next one
/// starts at the last of these checkpoints below the change:
///
///     level  ──●────────●────────●────────●──────▶        ● checkpoint
///                       │       ↑ change
///                       └──────────────────────▶  filled again
class Refill {
 public:
  Refill(const FlowTable& table, Bindings& bindings);

  /// The resource has users: from now on it is filled with the others.
  void include(ResourceId resource);
  /// Something changed at `level`: what was written down there or above is void.
  void invalidate_from(double level);
  void run(Rebound& rebound);

 private:
  struct Filling {
    double left;  // capacity not yet given away
    double last;  // the level taken off it last
    std::uint32_t unsettled;
    std::uint32_t taken;  // flows settled in the round in hand
    std::uint32_t round;  // in which it ran out
  };
  struct Checkpoint {
    double level;
    std::vector<Filling> fillings;  // `unsettled` counts the settled: flows that come or go later are none of them
  };
  struct Entry {
    double level;
    std::uint32_t index;  // resource, or resources + flow for its cap
  };
  struct Above {
    bool operator()(const Entry& a, const Entry& b) const { return a.level > b.level; }
  };

  void restore();
  Filling restored(std::size_t position) const;
  void drop_unused();
  void collect_entries();
  bool take_batch();
  void look_further();
  double low_level_of_far();
  void pop_batch();
  bool is_spent(const Entry& entry) const;
  double level_now(const Entry& entry) const;
  void run_out();
  void settle_users(ResourceId resource);
  void settle(FlowId flow, ResourceId bound);
  ResourceId first_out(std::span<const FlowTable::Use> uses) const;
  bool settled(FlowId flow) const;
  void give_away();
  void push_near(ResourceId resource);
  void write_checkpoint();

  const FlowTable& table_;
  Bindings& bindings_;
  Rebound* rebound_ = nullptr;
  std::vector<ResourceId> active_;
  std::vector<char> is_active_;
  std::vector<Filling> fillings_;  // by resource
  std::vector<Checkpoint> checkpoints_;
  std::vector<std::vector<Filling>> spare_;  // of checkpoints that are void
  std::vector<Entry> near_;                  // a heap of all that may run out up to the horizon
  std::vector<Entry> far_;                   // the rest
  double horizon_ = 0;
  std::vector<Entry> batch_;
  std::vector<ResourceId> affected_;  // the first `affected_count_` of them
  std::size_t affected_count_ = 0;
  std::vector<FlowId> open_;  // scratch
  std::size_t touched_ = 0;   // (flow, resource) pairs since the last checkpoint
  double base_ = 0;           // what is at or below it stays as it was
  double level_ = 0;
  std::uint32_t round_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace collsim
