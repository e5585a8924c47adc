#include "workload/ports.h"

#include <algorithm>

namespace collsim {
namespace {

// In dataflow the ranks of one operation are spread over several steps.
constexpr std::size_t kRemembered = 64;

/// A way that nothing was expected of is its message's alone.
double fan_of(const std::unordered_map<LinkId, double>& fans, LinkId link) {
  const auto found = fans.find(link);
  return found == fans.end() ? 1 : found->second;
}

bool same_step(const Cell& a, const Cell& b) { return a.phase == b.phase && a.chunk == b.chunk && a.step == b.step; }

}  // namespace

Ports::Ports(const Program& program, int ranks, FindRoute find_route)
    : program_(program), ranks_(ranks), find_route_(std::move(find_route)) {}

void Ports::find_fans(Cell cell, const Transfer& transfer, int sends, const Route& route, PortFans& out) {
  out.clear();
  const bool one_each_way = !transfer.in_network() && sends == 1 && program_.receives(cell, transfer.to) == 1;
  if (one_each_way && program_.shape().channels == 1) return;
  const Step& step = step_of(cell);
  for (const LinkId link : route.first_links()) out.push_back(fan_of(step.first, link));
  for (const LinkId link : route.last_links()) out.push_back(fan_of(step.last, link));
}

const Ports::Step& Ports::step_of(Cell cell) {
  const auto known =
      std::find_if(recent_.begin(), recent_.end(), [&](const Step& s) { return same_step(s.cell, cell); });
  if (known != recent_.end()) return *known;
  if (recent_.size() == kRemembered) recent_.pop_front();
  recent_.emplace_back().cell = cell;
  for (int channel = 0; channel < program_.shape().channels; ++channel) {
    count({channel, cell.phase, cell.chunk, cell.step}, recent_.back());
  }
  return recent_.back();
}

void Ports::count(Cell cell, Step& step) {
  for (Rank rank = 0; rank < ranks_; ++rank) {
    transfers_.clear();
    program_.sends(cell, rank, transfers_);
    for (const Transfer& t : transfers_) {
      if (t.from != rank) continue;  // counted with its first sender
      if (t.bytes == 0) continue;    // takes no capacity
      for (const RoutePart& part : find_route_(t)) count(part, step);
    }
  }
}

void Ports::count(const RoutePart& part, Step& step) {
  const Route& route = *part.route;
  const std::size_t last = route.links.size() - route.receivers;
  for (std::size_t i = 0; i < route.senders; ++i) step.first[route.links[i]] += part.share * route.share(i);
  for (std::size_t i = last; i < route.links.size(); ++i) step.last[route.links[i]] += part.share * route.share(i);
}

}  // namespace collsim
