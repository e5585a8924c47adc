#include "workload/pipeline_cost.h"

#include <algorithm>
#include <map>

namespace collsim {
namespace {

/// Goes through the first step of every phase and adds up how long each link is taken.
class PhaseMeter {
 public:
  PhaseMeter(const Program& program, int ranks, Ways& ways, const Topology& topology, const MessageCosts& costs)
      : program_(program), ranks_(ranks), ways_(ways), topology_(topology), costs_(costs) {}

  PhaseCost measure(int phase) {
    const Shape& shape = program_.shape();
    const int steps = shape.steps[static_cast<std::size_t>(phase)];
    taken_.clear();
    latency_ = {};
    for (int channel = 0; steps > 0 && channel < shape.channels; ++channel) {
      for (Rank rank = 0; rank < ranks_; ++rank) add({channel, phase, 0, 0}, rank);
    }
    double fullest = 0;
    for (const auto& [link, seconds] : taken_) {
      fullest = std::max(fullest, seconds);
      taken_in_all_[link] += steps * seconds;
    }
    return {steps * to_seconds(latency_), steps * fullest};
  }

  double busiest_link() const {
    double most = 0;
    for (const auto& [link, seconds] : taken_in_all_) most = std::max(most, seconds);
    return most;
  }

 private:
  void add(Cell cell, Rank rank) {
    transfers_.clear();
    program_.sends(cell, rank, transfers_);
    for (const Transfer& t : transfers_) {
      // One of several senders answers for all.
      if (t.from != rank) continue;
      const MessageCost& cost = t.in_network() ? costs_.switched : costs_.between;
      for (const RoutePart& part : ways_.find(t)) add(part, t.bytes, cost);
    }
  }

  void add(const RoutePart& part, Bytes bytes, const MessageCost& cost) {
    const Route& route = *part.route;
    latency_ = std::max(latency_, cost.alpha_start + route.latency);
    for (std::size_t i = 0; i < route.links.size(); ++i) {
      load(route.links[i], static_cast<double>(bytes) * (part.share * route.share(i)) / cost.utilization);
    }
  }

  void load(LinkId id, double wire_bytes) {
    const Link& link = topology_.link(id);
    const double own = wire_bytes / link.bandwidth;
    double& taken = taken_[id];
    taken = link.duplex == Duplex::uncontended ? std::max(taken, own) : taken + own;
  }

  const Program& program_;
  int ranks_;
  Ways& ways_;
  const Topology& topology_;
  MessageCosts costs_;
  std::map<LinkId, double> taken_, taken_in_all_;  // seconds
  Duration latency_{};
  std::vector<Transfer> transfers_;
};

}  // namespace

PipelineCost pipeline_cost(const Program& program, int ranks, Ways ways, const Topology& topology,
                           const MessageCosts& costs) {
  PhaseMeter meter(program, ranks, ways, topology, costs);
  PipelineCost cost;
  for (int phase = 0; phase < static_cast<int>(program.shape().steps.size()); ++phase) {
    cost.phases.push_back(meter.measure(phase));
  }
  cost.busiest_link = meter.busiest_link();
  return cost;
}

}  // namespace collsim
