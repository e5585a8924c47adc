#include <algorithm>
#include <optional>

#include "routing/hop_choice.h"
#include "routing/switch_groups.h"

namespace collsim {
namespace {

/// A message draws another in 64 draws all but never: where three groups are alike, with a chance of (2/3)^64.
constexpr std::uint64_t kMostDraws = 64;

/// Over a random switch between (Valiant & Brebner, STOC 1981), which takes traffic of any pattern to a uniform one at
/// the price of twice the hops: a switch as far from the chips as the one the message enters the network at, and
/// neither in that one's group nor in that of the one it leaves at (Kim, Dally, Scott & Abts, ISCA 2008: a random other
/// group of a dragonfly). To it and from it by ecmp. Straight where both ends are in one group or no third one is.
class Valiant final : public WayFinder {
 public:
  explicit Valiant(const WayFinderSetup& setup)
      : topology_(setup.topology), ways_(setup.ways), groups_(setup.topology), choice_(setup.hash, setup.seed) {}

  bool find(const RouteRequest& request, const LinkLoads*, Route& out) override {
    choice_.turn_to(request);
    path_.clear();
    if (!walk(ways_, topology_, request.from, request.to, choice_, path_)) return false;
    if (const auto between = draw()) go_over(*between, request);
    out.links.assign(path_.begin(), path_.end());
    out.shares.clear();
    out.latency = latency_of(topology_, path_);
    out.senders = out.receivers = 1;
    return true;
  }

 private:
  bool is_switch(NodeId node) const {
    return topology_.node(node).kind == NodeKind::switch_ && topology_.node(node).forwards;
  }

  /// Requires: path_ is the straight way.
  std::optional<NodeId> draw() const {
    const auto enters = [this](LinkId link) { return is_switch(topology_.link(link).to); };
    const auto first = std::find_if(path_.begin(), path_.end(), enters);
    if (first == path_.end()) return {};
    const auto last = std::find_if(path_.rbegin(), path_.rend(), enters);
    const NodeId a = topology_.link(*first).to, b = topology_.link(*last).to;
    const std::vector<NodeId>& equals = groups_.equals(a);
    if (groups_.group(a) == groups_.group(b)) return {};
    for (std::uint64_t i = 0; i < kMostDraws; ++i) {
      // Beyond all nodes, so that it is no hash of a hop.
      const NodeId drawn = equals[choice_.hashed(topology_.node_count() + i) % equals.size()];
      if (groups_.group(drawn) != groups_.group(a) && groups_.group(drawn) != groups_.group(b)) return drawn;
    }
    return {};
  }

  void go_over(NodeId between, const RouteRequest& request) {
    detour_.clear();
    const bool there = walk(ways_, topology_, request.from, between, choice_, detour_) &&
                       walk(ways_, topology_, between, request.to, choice_, detour_);
    if (there) path_.swap(detour_);
  }

  const Topology& topology_;
  EqualCost& ways_;
  SwitchGroups groups_;
  HopChoice choice_;
  std::vector<LinkId> path_, detour_;
};

}  // namespace

std::unique_ptr<WayFinder> make_valiant(const WayFinderSetup& setup) { return std::make_unique<Valiant>(setup); }

}  // namespace collsim
