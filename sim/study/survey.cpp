#include "study/survey.h"

#include <algorithm>

#include "workload/tiers.h"

namespace collsim {
namespace {

std::size_t index_of(Tier tier) { return static_cast<std::size_t>(tier) - static_cast<std::size_t>(Tier::d2d); }

/// The message's own time without what others cost it.
Duration uncontended(const FlowRecord& flow) { return flow.spent.startup + flow.spent.path + flow.spent.transfer; }

}  // namespace

Survey::Survey(const Places& places)
    : places_(places),
      operations_(places.ids.size()),
      last_order_(places.ids.size()),
      matrix_(places.table.names.size() * places.table.names.size(), 0) {
  for (std::size_t i = 0; i < places_.ids.size(); ++i) index_of_.emplace(places_.ids[i], i);
  for (Operation& operation : operations_) {
    operation.node_out.resize(places_.nodes.names.size());
    operation.node_in.resize(places_.nodes.names.size());
    for (std::size_t t = 0; t < operation.tiers.size(); ++t)
      operation.tiers[t].tier = static_cast<Tier>(t + static_cast<std::size_t>(Tier::d2d));
  }
}

std::optional<std::uint64_t> Survey::released_by(std::uint64_t number) const {
  if (released_by_[number] == 0) return {};
  return released_by_[number] - 1;
}

void Survey::flow_delivered(const FlowRecord& flow) {
  const auto found = index_of_.find(flow.operation);
  if (found == index_of_.end()) return;
  Operation& operation = operations_[found->second];
  note_release(flow);
  note_last(operation, flow);
  note_step(operation, flow);
  note_traffic(found->second, flow);
  if (places_.rings[found->second]) note_ring(found->second, flow);
}

void Survey::note_release(const FlowRecord& flow) {
  if (flow.number >= released_by_.size()) released_by_.resize(static_cast<std::size_t>(flow.number) * 5 / 4 + 16, 0);
  if (flow.released_by) released_by_[flow.number] = static_cast<std::uint32_t>(*flow.released_by + 1);
}

/// The ledger's own rule: of several at one instant the lowest step, channel, source and destination.
void Survey::note_last(Operation& operation, const FlowRecord& flow) {
  Order& known = last_order_[static_cast<std::size_t>(&operation - operations_.data())];
  const Cell& cell = flow.cell;
  const Order order{cell.phase, cell.chunk, cell.step, cell.channel, flow.from_rank, flow.to_rank};
  const bool earlier = operation.last_at &&
                       (flow.delivered < *operation.last_at || (flow.delivered == *operation.last_at && order > known));
  if (earlier) return;
  operation.last = flow.number;
  operation.last_at = flow.delivered;
  known = order;
}

void Survey::note_step(Operation& operation, const FlowRecord& flow) {
  const auto [place, fresh] = operation.steps.try_emplace({flow.cell.phase, flow.cell.step});
  Step& step = place->second;
  StepUse& use = step.use;
  if (fresh) {
    use.phase = flow.cell.phase;
    use.step = flow.cell.step;
    use.least = flow.bytes;
  }
  ++use.messages;
  use.least = std::min(use.least, flow.bytes);
  use.most = std::max(use.most, flow.bytes);
  use.ideal = std::max(use.ideal, uncontended(flow));
  const Duration time = uncontended(flow) + flow.spent.contention;
  if (!fresh && time <= use.time) return;
  use.time = time;
  use.cell = flow.cell;
  use.from = flow.from_rank;
  use.to = flow.to_rank;
  use.from_chip = flow.from;
  use.to_chip = flow.to;
  step.first_byte = flow.first_byte;
  step.last_byte = flow.last_byte;
  step.bound_by = flow.bottleneck_link;
  step.links.assign(flow.links.begin(), flow.links.end());
}

Tier Survey::tier_of(const FlowRecord& flow) const {
  Tier outermost = Tier::d2d;
  for (const std::uint32_t link : flow.links) outermost = std::max(outermost, places_.topology.link(link).tier);
  return outermost;
}

void Survey::note_traffic(std::size_t index, const FlowRecord& flow) {
  Operation& operation = operations_[index];
  const Tier tier = tier_of(flow);
  TierTraffic& traffic = operation.tiers[index_of(tier)];
  traffic.bytes += flow.bytes;
  ++traffic.messages;
  if (!flow.more_from.empty() || !flow.more_to.empty()) {
    in_network_ += flow.bytes;
    return;
  }
  const std::size_t from = places_.chip(index, flow.from_rank), to = places_.chip(index, flow.to_rank);
  const auto row = static_cast<std::size_t>(places_.table.group_of[from]);
  const auto column = static_cast<std::size_t>(places_.table.group_of[to]);
  matrix_[row * places_.table.names.size() + column] += flow.bytes;
  if (tier <= kNodeTier) return;
  operation.node_out[static_cast<std::size_t>(places_.nodes.group_of[from])] += flow.bytes;
  operation.node_in[static_cast<std::size_t>(places_.nodes.group_of[to])] += flow.bytes;
}

void Survey::note_ring(std::size_t index, const FlowRecord& flow) {
  Operation& operation = operations_[index];
  auto& next = operation.next.try_emplace(flow.cell.channel, places_.groups[index].size()).first->second;
  std::optional<Rank>& to = next[static_cast<std::size_t>(flow.from_rank)];
  if (to) return;
  to = flow.to_rank;
  for (const std::uint32_t link : flow.links) ++operation.ring_links[link];
}

}  // namespace collsim
