#include <algorithm>
#include <limits>
#include <utility>

#include "routing/hop_choice.h"
#include "routing/way_fan.h"

namespace collsim {
namespace {

/// The least loaded of the equal ways: the one whose most loaded link has the fewest flows for its bandwidth, this flow
/// included; of several the one whose next link has, then by a hash. Hops that all ways share do not count, or a busy
/// port at an end would hide what differs between.
class Adaptive final : public WayFinder {
 public:
  explicit Adaptive(const WayFinderSetup& setup)
      : topology_(setup.topology), ways_(setup.ways), fan_(setup.ways), choice_(setup.hash, setup.seed) {}

  bool at_entry() const override { return true; }

  bool find(const RouteRequest& request, const LinkLoads* loads, Route& out) override {
    choice_.turn_to(request);
    path_.clear();
    const bool found =
        loads == nullptr ? walk(ways_, topology_, request.from, request.to, choice_, path_) : look(request, *loads);
    if (!found) return false;
    out.links.assign(path_.begin(), path_.end());
    out.shares.clear();
    out.latency = latency_of(topology_, out.links);
    out.senders = out.receivers = 1;
    return true;
  }

 private:
  /// False where there is no way.
  bool look(const RouteRequest& request, const LinkLoads& loads) {
    if (!fan_.lay_out(topology_, request.from, request.to)) return false;
    weigh(loads);
    follow_least();
    return true;
  }

  void weigh(const LinkLoads& loads) {
    const auto branches = fan_.branches();
    load_.assign(branches.size(), 0.0);
    for (std::size_t hop = 0, i = 0; hop < fan_.hops(); ++hop) {
      const bool shared_by_all = fan_.hop(hop).size() == 1;
      for (const WayFan::Branch& branch : fan_.hop(hop)) {
        if (!shared_by_all) load_[i] = loads.load(branch.link);
        ++i;
      }
    }
    least_ahead_.assign(fan_.places(), std::numeric_limits<double>::infinity());
    least_ahead_.back() = 0;
    for (std::size_t i = branches.size(); i-- > 0;) {
      double& least = least_ahead_[branches[i].from];
      least = std::min(least, ahead(i));
    }
  }

  /// The most loaded link from this branch on, if the best way is taken after it.
  double ahead(std::size_t branch) const { return std::max(load_[branch], least_ahead_[fan_.branches()[branch].to]); }

  void follow_least() {
    const auto branches = fan_.branches();
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      if (branches[i].from != at) continue;
      equal_.clear();
      std::pair least(std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
      for (; i < branches.size() && branches[i].from == at; ++i) {
        const std::pair key(ahead(i), load_[i]);
        if (key > least) continue;
        if (key < least) equal_.clear();
        least = key;
        equal_.push_back(i);
      }
      --i;
      const WayFan::Branch& taken = branches[equal_[choice_.pick(fan_.node(at), equal_.size())]];
      path_.push_back(taken.link);
      at = taken.to;
    }
  }

  const Topology& topology_;
  EqualCost& ways_;
  WayFan fan_;
  HopChoice choice_;
  std::vector<double> load_;         // by branch
  std::vector<double> least_ahead_;  // by place
  std::vector<std::size_t> equal_;
  std::vector<LinkId> path_;
};

}  // namespace

std::unique_ptr<WayFinder> make_adaptive(const WayFinderSetup& setup) { return std::make_unique<Adaptive>(setup); }

}  // namespace collsim
