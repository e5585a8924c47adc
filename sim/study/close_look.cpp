#include "study/close_look.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace collsim {
namespace {

// Beyond so many ranks a link's users are told by source.
constexpr std::size_t kMostRanksByPair = 256;
constexpr std::size_t kMostPairsNamed = 4;

}  // namespace

CloseLook::CloseLook(const Places& places, const Survey& survey, const std::vector<std::uint32_t>& links)
    : places_(places), survey_(survey) {
  for (std::size_t i = 0; i < places_.ids.size(); ++i) {
    index_of_.emplace(places_.ids[i], i);
    on_path_.push_back(path_of(i));
    for (const std::uint64_t number : on_path_.back()) kept_.try_emplace(number);
  }
  for (const std::uint32_t link : links) shares_.try_emplace(link);
  watch_steps();
}

/// From the last delivery back to the operation's start.
std::vector<std::uint64_t> CloseLook::path_of(std::size_t operation) const {
  std::vector<std::uint64_t> path;
  const Survey::Operation& seen = survey_.operations()[operation];
  if (!seen.last_at) return path;
  for (std::optional<std::uint64_t> at = seen.last; at; at = survey_.released_by(*at)) path.push_back(*at);
  return path;
}

void CloseLook::watch_steps() {
  for (std::size_t operation = 0; operation < places_.ids.size(); ++operation) {
    std::vector<int>& before = steps_before_.emplace_back();
    for (const auto& [key, step] : survey_.operations()[operation].steps) {
      const auto phase = static_cast<std::size_t>(key.first);
      if (before.size() < phase + 2) before.resize(phase + 2, before.empty() ? 0 : before.back());
      before[phase + 1] = std::max(before[phase + 1], before[phase] + key.second + 1);
      watch(operation, step);
    }
  }
  for (auto& [link, windows] : watched_on_) {
    std::stable_sort(windows.begin(), windows.end(), [this](std::size_t a, std::size_t b) {
      return watched_[a].step->first_byte < watched_[b].step->first_byte;
    });
  }
}

void CloseLook::watch(std::size_t operation, const Survey::Step& step) {
  for (const std::uint32_t link : step.links) {
    watched_on_[link].push_back(watched_.size());
    Duration& longest = longest_on_[link];
    longest = std::max(longest, step.last_byte - step.first_byte);
    watched_.push_back({&step, operation, link, 0, 0, 0, 0, {}});
  }
}

void CloseLook::flow_delivered(const FlowRecord& flow) {
  const auto found = index_of_.find(flow.operation);
  const std::size_t operation = found == index_of_.end() ? places_.ids.size() : found->second;
  if (operation < places_.ids.size()) keep(flow);
  for (std::size_t i = 0; i < flow.links.size(); ++i) {
    const double part = flow.shares.empty() ? 1 : flow.shares[i];
    meet(operation, flow, flow.links[i], part);
    const auto wanted = shares_.find(flow.links[i]);
    if (wanted == shares_.end()) continue;
    share(operation, flow, std::llround(part * static_cast<double>(flow.bytes)), wanted->second);
  }
}

void CloseLook::keep(const FlowRecord& flow) {
  const auto found = kept_.find(flow.number);
  if (found == kept_.end()) return;
  Kept& kept = found->second;
  kept.before = flow.before;
  kept.sent = flow.sent;
  kept.spent = flow.spent;
  PathHop& hop = kept.hop;
  hop.cell = flow.cell;
  hop.from = flow.from_rank;
  hop.to = flow.to_rank;
  hop.from_chip = flow.from;
  hop.to_chip = flow.to;
  hop.bytes = flow.bytes;
  hop.begin = flow.released;
  hop.bottleneck = flow.bottleneck;
  hop.spread = !flow.shares.empty();
  for (const std::uint32_t link : flow.links) hop.links.push_back(places_.topology.link_name(link));
}

/// Counts the message with every step whose slowest message was on this link at the same time.
void CloseLook::meet(std::size_t operation, const FlowRecord& flow, std::uint32_t link, double part) {
  const auto found = watched_on_.find(link);
  if (found == watched_on_.end() || flow.bytes == 0) return;
  const std::vector<std::size_t>& windows = found->second;
  const Instant earliest = flow.first_byte - longest_on_.at(link);
  auto at = std::lower_bound(windows.begin(), windows.end(), earliest,
                             [this](std::size_t w, Instant t) { return watched_[w].step->first_byte < t; });
  for (; at != windows.end() && watched_[*at].step->first_byte < flow.last_byte; ++at) {
    Watched& watched = watched_[*at];
    if (watched.step->last_byte <= flow.first_byte) continue;
    watched.load += part;
    const bool own = watched.operation == operation;
    const Cell& cell = watched.step->use.cell;
    const bool same_step = own && flow.cell.phase == cell.phase && flow.cell.step == cell.step &&
                           flow.cell.chunk == cell.chunk && flow.cell.channel == cell.channel;
    ++(same_step ? watched.met_step : own ? watched.met_operation : watched.met_others);
    if (same_step && watched.pairs.size() < kMostPairsNamed)
      watched.pairs.push_back(std::string(flow.from) + "→" + std::string(flow.to));
  }
}

void CloseLook::share(std::size_t operation, const FlowRecord& flow, Bytes bytes, Shares& shares) const {
  const bool background = operation == places_.ids.size();
  const bool by_pair = background || places_.groups[operation].size() <= kMostRanksByPair;
  const ShareKey key{operation, flow.from, by_pair ? std::string(flow.to) : std::string()};
  const auto [place, fresh] = shares.try_emplace(key);
  Share& share = place->second;
  const int step =
      background ? 0 : steps_before_[operation][static_cast<std::size_t>(flow.cell.phase)] + flow.cell.step + 1;
  share.first_step = fresh ? step : std::min(share.first_step, step);
  share.last_step = std::max(share.last_step, step);
  share.bytes += bytes;
  ++share.messages;
}

std::vector<std::vector<PathHop>> CloseLook::paths() const {
  std::vector<std::vector<PathHop>> paths;
  for (const std::vector<std::uint64_t>& numbers : on_path_) {
    std::vector<PathHop>& path = paths.emplace_back();
    for (auto at = numbers.rbegin(); at != numbers.rend(); ++at) {
      const Kept& kept = kept_.at(*at);
      PathHop hop = kept.hop;
      hop.parts = kept.spent;
      if (const auto next = std::next(at); next != numbers.rend()) {
        hop.parts = kept_.at(*next).before - kept.before;
        assert(hop.parts == kept.sent || hop.parts == kept.spent);
        hop.until_left = hop.parts.total() != kept.spent.total();
      }
      path.push_back(std::move(hop));
    }
  }
  return paths;
}

std::vector<StepUse> CloseLook::steps(std::size_t operation) const {
  std::size_t watched = 0;
  for (std::size_t before = 0; before < operation; ++before)
    for (const auto& [key, step] : survey_.operations()[before].steps) watched += step.links.size();
  std::vector<StepUse> steps;
  for (const auto& [key, step] : survey_.operations()[operation].steps) {
    steps.push_back(told(step, watched));
    watched += step.links.size();
  }
  return steps;
}

/// The link to blame is the one with most messages for its bandwidth, of equals the one that bound the slowest last.
StepUse CloseLook::told(const Survey::Step& step, std::size_t first_watched) const {
  const Watched* blamed = nullptr;
  const auto load = [this](const Watched& w) { return w.load / places_.topology.link(w.link).bandwidth; };
  for (std::size_t i = first_watched; i < first_watched + step.links.size(); ++i) {
    const Watched& w = watched_[i];
    const bool more = blamed == nullptr || load(w) > load(*blamed);
    if (more || (load(w) == load(*blamed) && w.link == step.bound_by)) blamed = &w;
  }
  StepUse use = step.use;
  if (!step.bound_by || blamed == nullptr) return use;
  use.link = places_.topology.link_name(blamed->link);
  use.met_step = blamed->met_step;
  use.met_operation = blamed->met_operation;
  use.met_others = blamed->met_others;
  use.pairs = blamed->pairs;
  return use;
}

}  // namespace collsim
