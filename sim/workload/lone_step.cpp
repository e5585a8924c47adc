#include "workload/lone_step.h"

#include <algorithm>
#include <utility>

namespace collsim {
namespace {

// A step with more different ends than this is nothing that one solve settles.
constexpr std::size_t kMostEnds = 16;

}  // namespace

LoneStep::LoneStep(const Program& program, int ranks, const Fabric& fabric, const MessageTerms& terms, Sharing sharing,
                   FindRoute find_route)
    : program_(program),
      ranks_(ranks),
      fabric_(fabric),
      terms_(terms),
      sharing_(sharing),
      find_route_(std::move(find_route)),
      solver_(sharing),
      use_of_(fabric.resource_count(), 0) {}

const StepOutcome* LoneStep::settle(Cell cell) {
  if (!collect(cell) || flows_.empty()) return nullptr;
  if (!find_ends()) return nullptr;
  if (sharing_ != Sharing::none && !share_ends()) return nullptr;
  const Flow& last = find_last();
  outcome_.messages = static_cast<std::int64_t>(flows_.size());
  outcome_.from = last.from;
  outcome_.to = last.to;
  outcome_.ledger = ledger_of(last);
  outcome_.length = outcome_.ledger.total();
  return &outcome_;
}

bool LoneStep::collect(Cell cell) {
  flows_.clear();
  sized_.clear();
  use_.clear();
  outcome_.uses.clear();
  first_.assign(1, 0);
  bytes_ = 0;
  for (Rank rank = 0; rank < ranks_; ++rank) {
    transfers_.clear();
    program_.sends(cell, rank, transfers_);
    for (const Transfer& t : transfers_) {
      if (!add(t)) return false;
    }
  }
  return true;
}

bool LoneStep::add(const Transfer& t) {
  // A link is crossed twice at most, and its bytes must be countable.
  if (t.in_network() || t.bytes > std::numeric_limits<Bytes>::max() / 4 - bytes_) return false;
  bytes_ += t.bytes;
  const RouteView route = find_route_(t.from, t.to);
  flows_.push_back({t.from, t.to, t.bytes, route.latency, route.links.front(), route.links.back()});
  if (t.bytes == 0) return true;
  for (const LinkId link : route.links) {
    const ResourceId resource = fabric_.shared_resource(link);
    if (resource == kNoResource) return false;
    count_use(resource, t.bytes);
  }
  first_.push_back(static_cast<std::uint32_t>(use_.size()));
  sized_.push_back(static_cast<std::uint32_t>(flows_.size() - 1));
  return true;
}

/// A resource's first flow stands for all until they are counted.
void LoneStep::count_use(ResourceId resource, Bytes bytes) {
  std::vector<StepOutcome::Use>& uses = outcome_.uses;
  const bool known = use_of_[resource] < uses.size() && uses[use_of_[resource]].resource == resource;
  if (!known) {
    use_of_[resource] = static_cast<std::uint32_t>(uses.size());
    uses.push_back({resource});
  }
  use_.push_back(use_of_[resource]);
  ++uses[use_.back()].flows;
  uses[use_.back()].bytes += bytes;
}

bool LoneStep::find_ends() {
  distinct_ends_.clear();
  if (sized_.empty()) return true;
  find_rates();
  const Flow* before = nullptr;  // most steps' flows are all alike
  for (std::size_t i = 0; i < sized_.size(); ++i) {
    Flow& flow = flows_[sized_[i]];
    if (before != nullptr && flow.bytes == before->bytes && allocation_.rate[i] == allocation_.rate[i - 1]) {
      flow.end = before->end;
    } else {
      const double seconds = static_cast<double>(flow.bytes) / terms_.utilization / allocation_.rate[i];
      if (!(seconds < to_seconds(Duration::max()) / 4)) return false;
      flow.end = round_up_to_tick(seconds);
      if (!ends_apart(flow.end)) return false;
    }
    before = &flow;
  }
  return true;
}

void LoneStep::find_rates() {
  if (sharing_ != Sharing::none && one_level()) return;
  resource_.clear();
  for (const std::uint32_t use : use_) resource_.push_back(outcome_.uses[use].resource);
  solver_.solve({fabric_.capacities(), first_, resource_, {}, {}, {}}, allocation_);
}

/// Most steps have one level of rates: the least share of any resource, where every flow crosses one that leaves it no
/// more. That is the first round of the filling, and the last.
bool LoneStep::one_level() {
  const auto capacities = fabric_.capacities();
  share_.clear();
  for (const StepOutcome::Use& use : outcome_.uses) share_.push_back(capacities[use.resource] / use.flows);
  const double level = *std::min_element(share_.begin(), share_.end());
  for (std::size_t i = 0; i < sized_.size(); ++i) {
    const auto binds = [&](std::uint32_t use) { return share_[use] == level; };
    if (std::none_of(use_.begin() + first_[i], use_.begin() + first_[i + 1], binds)) return false;
  }
  allocation_.rate.assign(sized_.size(), level);
  return true;
}

/// Two ends a tick apart may be one: what has less than a tick left at a completion ends with it.
bool LoneStep::ends_apart(Duration end) {
  for (const Duration other : distinct_ends_) {
    if (other == end) return true;
    if (other - end == Duration(1) || end - other == Duration(1)) return false;
  }
  distinct_ends_.push_back(end);
  return distinct_ends_.size() <= kMostEnds;
}

/// All flows of each resource end at one instant.
bool LoneStep::share_ends() {
  if (distinct_ends_.size() < 2) return true;
  end_of_use_.assign(outcome_.uses.size(), Duration(-1));
  for (std::size_t i = 0; i < sized_.size(); ++i) {
    for (std::uint32_t u = first_[i]; u < first_[i + 1]; ++u) {
      Duration& known = end_of_use_[use_[u]];
      if (known == Duration(-1)) known = flows_[sized_[i]].end;
      if (known != flows_[sized_[i]].end) return false;
    }
  }
  return true;
}

const LoneStep::Flow& LoneStep::find_last() {
  outcome_.rank_done.assign(static_cast<std::size_t>(ranks_), Duration{});
  const auto done = [this](Rank rank, Duration at) {
    Duration& latest = outcome_.rank_done[static_cast<std::size_t>(rank)];
    latest = std::max(latest, at);
  };
  const auto delivered = [](const Flow& f) { return f.end + f.latency; };
  const Flow* last = &flows_.front();
  for (const Flow& f : flows_) {
    done(f.from, terms_.alpha_sender + f.end);
    done(f.to, terms_.alpha_sender + delivered(f) + terms_.alpha_receiver);
    const bool tie = delivered(f) == delivered(*last);
    const bool lower = std::pair(f.from, f.to) < std::pair(last->from, last->to);
    if (delivered(f) > delivered(*last) || (tie && lower)) last = &f;
  }
  return *last;
}

Ledger LoneStep::ledger_of(const Flow& last) const {
  const double wire_bytes = static_cast<double>(last.bytes) / terms_.utilization;
  Ledger ledger = split_transmission(last.end, last.bytes > 0 ? wire_bytes / ideal_rate(last) : 0.0);
  ledger.startup = terms_.alpha_sender + terms_.alpha_receiver;
  ledger.path = last.latency;
  return ledger;
}

double LoneStep::ideal_rate(const Flow& flow) const {
  int fan_out = 0, fan_in = 0;
  for (const Flow& f : flows_) {
    if (f.bytes == 0) continue;  // takes no capacity
    fan_out += f.first == flow.first ? 1 : 0;
    fan_in += f.last == flow.last ? 1 : 0;
  }
  double rate = std::min(fabric_.bandwidth(flow.first) / fan_out, fabric_.bandwidth(flow.last) / fan_in);
  for (const LinkId link : find_route_(flow.from, flow.to).links) rate = std::min(rate, fabric_.bandwidth(link));
  return rate;
}

}  // namespace collsim
