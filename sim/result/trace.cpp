#include "result/trace.h"

#include <algorithm>

#include "base/units.h"

namespace collsim {
namespace {

std::int64_t ticks(Instant at) { return at.time_since_epoch().count(); }

}  // namespace

void Trace::run_started(Bytes size) {
  run_begin_ = latest_;
  by_id_.clear();
  size_text_ = size > 0 ? ", " + format_size(size) : "";
}

/// Where there are too many, only the first are shown.
std::optional<std::size_t> Trace::operation_of(std::string_view id) {
  if (const auto known = by_id_.find(id); known != by_id_.end()) return known->second;
  if (operations_.size() >= limit_ / 8) return {};
  operations_.push_back({std::string(id), std::string(id) + size_text_, {run_begin_, run_begin_}, {}});
  return by_id_.emplace(id, operations_.size() - 1).first->second;
}

void Trace::flow_delivered(const FlowRecord& flow) {
  add_rates(flow);
  const Span span{run_begin_ + ticks(flow.start), run_begin_ + ticks(flow.delivered)};
  latest_ = std::max(latest_, span.end);
  const auto operation = operation_of(flow.operation);
  if (!operation) return;
  Operation& o = operations_[*operation];
  o.span.end = std::max(o.span.end, span.end);
  o.chips.try_emplace(flow.from_rank, flow.from);
  const std::size_t bottleneck = flow.bottleneck_link ? *flow.bottleneck_link + std::size_t{1} : 0;
  messages_.add({*operation, flow.cell, flow.from_rank, flow.to_rank, flow.bytes, span.begin, span.end,
                 (flow.last_byte - flow.first_byte).count(), bottleneck});
  add_step(*operation, flow, span);
}

void Trace::add_step(std::size_t operation, const FlowRecord& flow, const Span& span) {
  if (steps_dropped_) return;
  const StepKey key{operation, flow.cell.channel, flow.cell.phase, flow.cell.chunk, flow.cell.step};
  Step& step = steps_.try_emplace(key, Step{span, 0, 0}).first->second;
  step.span = {std::min(step.span.begin, span.begin), std::max(step.span.end, span.end)};
  ++step.messages;
  step.bytes += flow.bytes;
  if (steps_.size() <= limit_ / 4) return;
  steps_dropped_ = true;
  steps_.clear();
}

void Trace::add_rates(const FlowRecord& flow) {
  const Duration before(run_begin_);
  for (std::size_t i = 0; i < flow.links.size(); ++i) {
    const double share = flow.shares.empty() ? 1 : flow.shares[i];
    rates_.add(flow.links[i], flow.first_byte + before, flow.last_byte + before,
               share * static_cast<double>(flow.bytes));
  }
}

void Trace::operation_ended(const CollectiveResult& collective) {
  const auto operation = operation_of(collective.id);
  if (!operation) {
    ++operations_dropped_;
    return;
  }
  Operation& o = operations_[*operation];
  o.name = collective.id + ": " + to_string(collective.op) + " by " + collective.algorithm + ", " +
           format_size(collective.size);
  o.span = {run_begin_ + collective.start.count(), run_begin_ + collective.end.count()};
  latest_ = std::max(latest_, o.span.end);
}

void Trace::run_ended(const RunResult& run) {
  links_.clear();
  for (const LinkResult& link : run.links) links_.push_back({link.id, link.capacity});
}

}  // namespace collsim
