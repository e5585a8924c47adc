#pragma once

#include <vector>

#include "collective/group_facts.h"

namespace collsim::oracle {

/// What a message meets at one tier, as a closed form sees it. Times in seconds.
struct Line {
  int size = 1;           ///< S_k: members that one group of this tier joins
  double bandwidth = 0;   ///< B·u, payload bytes per second and direction
  double start = 0;       ///< α_start
  double path = 0;        ///< α_path
  double contention = 1;  ///< capacity / least allocated rate (§5): the F of loggpc, which alone looks at it

  double alpha() const { return start + path; }
};

/// A group of ranks and what joins them: K tiers, innermost first.
/// Requires: at least one tier; the product of their sizes is the number of ranks; bandwidths > 0.
class Machine {
 public:
  explicit Machine(std::vector<Line> tiers);
  /// `whole` is what an algorithm meets that knows no tiers; by default the least bandwidth and the largest contention
  /// of all tiers and the outermost one's α (3.14).
  Machine(std::vector<Line> tiers, Line whole);

  int ranks() const { return whole_.size; }
  std::size_t tiers() const { return tiers_.size(); }
  const Line& tier(std::size_t index) const { return tiers_[index]; }
  const Line& outermost() const { return tiers_.back(); }
  /// All tiers but the outermost: a node, and how many there are of it.
  int node_size() const { return whole_.size / outermost().size; }
  int nodes() const { return outermost().size; }
  const Line& whole() const { return whole_; }

 private:
  std::vector<Line> tiers_;
  Line whole_;
};

/// What a message costs its two ends, and the share of a link that its payload can use.
struct Ends {
  double start = 0;  ///< α_start of both sides, seconds
  double utilization = 1;
};

/// The fallback without a topology: one bandwidth and one α for all pairs. Requires: ranks >= 1, bandwidth > 0.
Machine flat_machine(int ranks, double bandwidth, double alpha);

/// The tiers of a group as its network's profile has them; flat where they are uneven. Requires: facts of a group with
/// at least one pair that has a route.
Machine machine_of(const GroupFacts& facts, const Ends& ends);

}  // namespace collsim::oracle
