#include "study/recorder.h"

#include <algorithm>
#include <utility>

namespace collsim {
namespace {

using Span = std::pair<Instant, Instant>;

std::vector<Span> without(const std::vector<Span>& spans, const Span& gap) {
  std::vector<Span> left;
  for (const auto& [from, to] : spans) {
    if (const Instant end = std::min(to, gap.first); from < end) left.emplace_back(from, end);
    if (const Instant begin = std::max(from, gap.second); begin < to) left.emplace_back(begin, to);
  }
  return left;
}

}  // namespace

Recorder::Recorder(std::vector<int> row_of, std::size_t rows, Duration end, std::size_t buckets)
    : row_of_(std::move(row_of)), end_(end), buckets_(buckets), bytes_(rows * buckets) {}

void Recorder::link_changed(std::uint32_t link, Instant at, double bandwidth) {
  changes_.push_back({link, at, bandwidth});
  std::vector<Span>& spans = down_[link];
  const bool open = !spans.empty() && spans.back().second == Instant::max();
  if (bandwidth == 0 && !open) spans.emplace_back(at, Instant::max());
  if (bandwidth > 0 && open) spans.back().second = at;
}

void Recorder::flow_delivered(const FlowRecord& flow) {
  note_step(flow);
  std::vector<Span> spans;
  for (std::size_t i = 0; i < flow.links.size(); ++i) {
    const int row = row_of_[flow.links[i]];
    if (row < 0 || flow.bytes == 0) continue;
    if (spans.empty()) spans = moving(flow);
    const double part = flow.shares.empty() ? 1 : flow.shares[i];
    spread(static_cast<std::size_t>(row), part * static_cast<double>(flow.bytes), spans);
  }
}

void Recorder::note_step(const FlowRecord& flow) {
  auto steps = steps_.find(flow.operation);
  if (steps == steps_.end()) steps = steps_.emplace(std::string(flow.operation), Steps()).first;
  const auto [place, fresh] = steps->second.try_emplace({flow.cell.phase, flow.cell.step});
  Window& window = place->second;
  window.from = fresh ? flow.start : std::min(window.from, flow.start);
  window.to = fresh ? flow.delivered : std::max(window.to, flow.delivered);
  ++window.messages;
  window.bytes += flow.bytes;
}

std::vector<Recorder::Span> Recorder::moving(const FlowRecord& flow) const {
  const Span whole(flow.first_byte, flow.last_byte);
  std::vector<Span> spans{whole};
  for (const std::uint32_t link : flow.links) {
    const auto gaps = down_.find(link);
    if (gaps == down_.end()) continue;
    for (const Span& gap : gaps->second) spans = without(spans, gap);
  }
  // A message that went another way is told with its last one only.
  if (spans.empty()) spans = {whole};
  return spans;
}

void Recorder::spread(std::size_t row, double bytes, const std::vector<Span>& spans) {
  Duration all{};
  for (const auto& [from, to] : spans) all += to - from;
  for (const Span& span : spans) {
    const double part = all > Duration{} ? to_seconds(span.second - span.first) / to_seconds(all) : 1;
    spread(row, part * bytes, span);
  }
}

void Recorder::spread(std::size_t row, double bytes, const Span& span) {
  const double from = bucket_at(span.first), to = bucket_at(span.second);
  const auto first = std::min(static_cast<std::size_t>(from), buckets_ - 1);
  if (to <= from) {
    bytes_[row * buckets_ + first] += bytes;
    return;
  }
  for (std::size_t b = first; b < buckets_ && static_cast<double>(b) < to; ++b) {
    const double inside = std::min(to, static_cast<double>(b + 1)) - std::max(from, static_cast<double>(b));
    bytes_[row * buckets_ + b] += bytes * inside / (to - from);
  }
}

double Recorder::bucket_at(Instant t) const {
  return static_cast<double>(buckets_) * to_seconds(t.time_since_epoch()) / to_seconds(end_);
}

}  // namespace collsim
