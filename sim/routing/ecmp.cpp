#include "routing/hop_choice.h"

namespace collsim {
namespace {

/// Equal-cost multipath: at every node one of the links that lead nearer.
class Ecmp final : public WayFinder {
 public:
  explicit Ecmp(const WayFinderSetup& setup)
      : topology_(setup.topology), ways_(setup.ways), choice_(setup.hash, setup.seed, setup.topology.node_count()) {}

  bool find(const RouteRequest& request, const LinkLoads*, Route& out) override {
    choice_.turn_to(request);
    path_.clear();
    if (!walk(ways_, topology_, request.from, request.to, choice_, path_)) return false;
    out.links.assign(path_.begin(), path_.end());
    out.shares.clear();
    out.latency = latency_of(topology_, path_);
    out.senders = out.receivers = 1;
    return true;
  }
  void begin_run() override { choice_.begin_run(); }

 private:
  const Topology& topology_;
  EqualCost& ways_;
  HopChoice choice_;
  std::vector<LinkId> path_;
};

}  // namespace

std::unique_ptr<WayFinder> make_ecmp(const WayFinderSetup& setup) { return std::make_unique<Ecmp>(setup); }

}  // namespace collsim
