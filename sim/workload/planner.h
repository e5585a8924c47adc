#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collective/problem.h"
#include "workload/facts.h"
#include "workload/resolve.h"

namespace collsim {

/// From what a scenario says of a collective, and from its group's place in the network, to the problem that its
/// program is made for: the groups it works along, the orders of its rings, and the numbers of channels and chunks
/// where they are left open.
class Planner {
 public:
  /// Requires: all of them outlive the planner.
  Planner(const Scenario& scenario, const Topology& topology, const Resolved& resolved, Routers& routers);

  /// What people should know of the groups that the scenario's collectives work along.
  const std::vector<std::string>& notes() const { return notes_; }
  const GroupFacts& facts(std::size_t collective) { return group(collective).facts; }

  /// `spec` is the collective as it is to be played: the scenario's own, or the same with another algorithm.
  Problem problem(const CollectiveSpec& spec, std::size_t collective, Bytes size);

 private:
  const KnownGroup& group(std::size_t collective) { return book_.of(resolved_.groups[collective]); }
  Hierarchy hierarchy(const CollectiveSpec& spec, std::size_t collective, std::vector<std::string>& notes);
  void set_channels(const CollectiveSpec& spec, std::size_t collective, Problem& problem);
  /// Where the model says how in-network kernels cut.
  std::optional<int> chunks_as_nccl(const CollectiveSpec& spec, std::size_t collective, Bytes size);
  void set_chunks(const CollectiveSpec& spec, std::size_t collective, Problem& problem);

  const Scenario& scenario_;
  const Topology& topology_;
  const Resolved& resolved_;
  Routers& routers_;
  FactsBook book_;
  std::vector<std::string> notes_;
};

}  // namespace collsim
