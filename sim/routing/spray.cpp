#include <algorithm>

#include "routing/hop_choice.h"
#include "routing/way_fan.h"

namespace collsim {
namespace {

/// One flow over all equal ways, split at every node anew, like a fluid.
class Spray final : public WayFinder {
 public:
  explicit Spray(const WayFinderSetup& setup)
      : topology_(setup.topology), fan_(setup.ways), striping_(setup.striping), choice_(setup.hash, setup.seed) {}

  bool find(const RouteRequest& request, const LinkLoads*, Route& out) override {
    if (!fan_.lay_out(topology_, request.from, request.to)) return false;
    choice_.turn_to(request);
    split();
    lay_down(out);
    return true;
  }

 private:
  /// The part of the bytes that each place and branch gets.
  void split() {
    const auto branches = fan_.branches();
    at_place_.assign(fan_.places(), 0.0);
    at_place_.front() = 1;
    on_branch_.clear();
    for (std::size_t first = 0; first < branches.size(); first = on_branch_.size()) {
      const auto of_place = [&](const WayFan::Branch& b) { return b.from == branches[first].from; };
      const auto end =
          std::find_if_not(branches.begin() + static_cast<std::ptrdiff_t>(first), branches.end(), of_place);
      split_at(branches.subspan(first, static_cast<std::size_t>(end - branches.begin()) - first));
    }
  }

  void split_at(std::span<const WayFan::Branch> branches) {
    weights_.clear();
    double sum = 0;
    for (const WayFan::Branch& branch : branches) {
      weights_.push_back(weight(branches, branch));
      sum += weights_.back();
    }
    const double all = at_place_[branches.front().from];
    for (std::size_t i = 0; i < branches.size(); ++i) {
      // A lone branch takes all, without rounding.
      on_branch_.push_back(branches.size() == 1 ? all : all * (weights_[i] / sum));
      at_place_[branches[i].to] += on_branch_.back();
    }
  }

  double weight(std::span<const WayFan::Branch> branches, const WayFan::Branch& branch) {
    if (striping_ == Striping::equal) return 1;
    const bool taken = striping_ == Striping::proportional || is_hashed_to(branches, branch);
    return taken ? topology_.link(branch.link).bandwidth : 0;
  }

  /// Of the links to the same node the hash falls on this one.
  bool is_hashed_to(std::span<const WayFan::Branch> branches, const WayFan::Branch& branch) {
    std::size_t parallel = 0, own = 0;
    for (const WayFan::Branch& other : branches) {
      if (other.to != branch.to) continue;
      if (other.link == branch.link) own = parallel;
      ++parallel;
    }
    // The far node counts too: else parallel links to several nodes would all be chosen alike.
    const std::uint64_t near = fan_.node(branch.from), far = fan_.node(branch.to);
    return choice_.hashed((near << 32) | far) % parallel == own;
  }

  void lay_down(Route& out) {
    const auto branches = fan_.branches();
    out.links.clear();
    out.shares.clear();
    latency_.assign(fan_.places(), {});
    for (std::size_t i = 0; i < branches.size(); ++i) {
      if (on_branch_[i] == 0) continue;
      const WayFan::Branch& branch = branches[i];
      out.links.push_back(branch.link);
      out.shares.push_back(on_branch_[i]);
      const bool arrived = branch.to + 1 == fan_.places();
      const Duration node = arrived ? Duration{} : topology_.node(fan_.node(branch.to)).latency;
      const Duration here = latency_[branch.from] + topology_.link(branch.link).latency + node;
      latency_[branch.to] = std::max(latency_[branch.to], here);
    }
    out.latency = latency_.back();
    out.senders = taken_of_hop(0);
    out.receivers = taken_of_hop(fan_.hops() - 1);
    if (out.links.size() == fan_.hops()) out.shares.clear();  // one way
  }

  std::uint32_t taken_of_hop(std::size_t hop) const {
    const auto first = fan_.hop(hop).data() - fan_.branches().data();
    const auto begin = on_branch_.begin() + first;
    const auto taken = [](double share) { return share > 0; };
    return static_cast<std::uint32_t>(
        std::count_if(begin, begin + static_cast<std::ptrdiff_t>(fan_.hop(hop).size()), taken));
  }

  const Topology& topology_;
  WayFan fan_;
  Striping striping_;
  HopChoice choice_;
  std::vector<double> at_place_, on_branch_, weights_;
  std::vector<Duration> latency_;  // by place
};

}  // namespace

std::unique_ptr<WayFinder> make_spray(const WayFinderSetup& setup) { return std::make_unique<Spray>(setup); }

}  // namespace collsim
