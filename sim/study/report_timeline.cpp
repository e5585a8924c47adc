#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/units.h"
#include "result/explanation_parts.h"
#include "study/report_details.h"

namespace collsim {
namespace {

using Kind = ReportGantt::Kind;

constexpr std::size_t kMostRows = 60;
constexpr std::size_t kMostStepBars = 64;
constexpr std::size_t kMostMarks = 40;
constexpr std::size_t kMostDownRows = 12;

class Timeline {
 public:
  Timeline(const Explanation& e, const Recorder& recorder) : e_(e), recorder_(recorder) {}

  ReportGantt draw() {
    gantt_.title = "Timeline";
    gantt_.end = to_microseconds(e_.run.makespan);
    const std::size_t shown = std::min(kMostRows, e_.operations.size());
    for (std::size_t i = 0; i < shown; ++i) add_operation(e_.operations[i]);
    if (e_.operations.size() > shown)
      gantt_.note += fmt::format("The first {} of {} operations. ", shown, e_.operations.size());
    add_background();
    add_down_times();
    add_marks();
    if (grouped_ > 1) gantt_.note += fmt::format("Of long operations several steps are one bar, up to {}. ", grouped_);
    gantt_.note += "A step lasts from its first message's start to its last delivery, over all channels and chunks.";
    return std::move(gantt_);
  }

 private:
  std::size_t add_row(std::string name) {
    gantt_.rows.push_back(std::move(name));
    return gantt_.rows.size() - 1;
  }

  void add_operation(const OperationExplanation& o) {
    const CollectiveResult& c = o.result;
    const std::size_t row = add_row(c.job.empty() ? c.id : c.job + ": " + c.id);
    gantt_.bars.push_back(
        {row, to_microseconds(c.start), to_microseconds(c.end), Kind::operation, c.id,
         fmt::format("{} by {}, {}, {} us", to_string(c.op), c.algorithm, format_size(c.size), us_text(c.time()))});
    add_late(c, row);
    if (const auto steps = recorder_.steps().find(c.id); steps != recorder_.steps().end())
      add_steps(o, steps->second, row);
  }

  void add_late(const CollectiveResult& c, std::size_t row) {
    if (c.per_rank.empty()) return;
    const RankResult& last = c.per_rank[static_cast<std::size_t>(c.last_arriver)];
    if (last.enter <= c.start) return;
    gantt_.bars.push_back(
        {row, to_microseconds(c.start), to_microseconds(last.enter), Kind::late, last.chip + " is late",
         fmt::format("rank {} enters {} us after the start", c.last_arriver, us_text(last.enter - c.start))});
  }

  void add_steps(const OperationExplanation& o, const Recorder::Steps& steps, std::size_t row) {
    const std::size_t group = (steps.size() + kMostStepBars - 1) / kMostStepBars;
    grouped_ = std::max(grouped_, group);
    const StepNames names(o);
    for (auto at = steps.begin(); at != steps.end();) {
      const auto first = at;
      Recorder::Window all = at->second;
      auto last = at;
      for (std::size_t n = 1; ++at != steps.end() && n < group; ++n) {
        last = at;
        all.from = std::min(all.from, at->second.from);
        all.to = std::max(all.to, at->second.to);
        all.messages += at->second.messages;
        all.bytes += at->second.bytes;
      }
      std::string name = names.of_step(first->first.first, first->first.second);
      if (first != last) name += " – " + names.of_step(last->first.first, last->first.second);
      gantt_.bars.push_back(
          {row, to_microseconds(all.from), to_microseconds(all.to), Kind::step, name,
           fmt::format("{}, {}", count_text(all.messages, "message"), bytes_text(static_cast<double>(all.bytes)))});
    }
  }

  void add_background() {
    const auto& flows = e_.run.background;
    for (std::size_t i = 0; i < std::min(kMostRows, flows.size()); ++i) {
      const BackgroundResult& b = flows[i];
      const double end = std::min(to_microseconds(b.end), gantt_.end);
      if (to_microseconds(b.start) >= end) continue;
      const std::size_t row = add_row(fmt::format("background {} → {}", b.from, b.to));
      gantt_.bars.push_back({row, to_microseconds(b.start), end, Kind::background, "background",
                             bytes_text(static_cast<double>(b.bytes))});
    }
    if (flows.size() > kMostRows)
      gantt_.note += fmt::format("The first {} of {} background flows. ", kMostRows, flows.size());
  }

  /// A row for each link that was down, from when to when.
  void add_down_times() {
    std::map<std::uint32_t, std::size_t> row_of;
    std::map<std::uint32_t, double> since;
    std::size_t left_out = 0;
    for (const Recorder::Change& change : recorder_.changes()) {
      const bool known = row_of.count(change.link) > 0;
      if (!known && change.bandwidth > 0) continue;
      if (!known && row_of.size() == kMostDownRows) {
        ++left_out;
        continue;
      }
      if (!known) row_of[change.link] = add_row("link " + e_.run.links[change.link].id);
      const double at = to_microseconds(change.at);
      if (change.bandwidth == 0) since.try_emplace(change.link, at);
      if (change.bandwidth > 0) end_down(row_of.at(change.link), change.link, since, at);
    }
    for (const auto& [link, row] : row_of) end_down(row, link, since, gantt_.end);
    if (left_out > 0)
      gantt_.note += fmt::format("Links that went down beyond the first {} have no row. ", kMostDownRows);
  }

  void end_down(std::size_t row, std::uint32_t link, std::map<std::uint32_t, double>& since, double at) {
    const auto from = since.find(link);
    if (from == since.end()) return;
    if (from->second < std::min(at, gantt_.end))
      gantt_.bars.push_back({row, from->second, std::min(at, gantt_.end), Kind::down, e_.run.links[link].id,
                             fmt::format("down for {:.2f} us", std::min(at, gantt_.end) - from->second)});
    since.erase(from);
  }

  void add_marks() {
    std::size_t all = 0;
    for (const Recorder::Change& change : recorder_.changes()) {
      if (to_microseconds(change.at) > gantt_.end) continue;
      if (++all > kMostMarks) continue;
      const LinkResult& link = e_.run.links[change.link];
      gantt_.marks.push_back(
          {to_microseconds(change.at),
           fmt::format("{}: {}", link.id, change.bandwidth == 0 ? "down" : format_bandwidth(change.bandwidth))});
    }
    if (all > kMostMarks)
      gantt_.note += fmt::format("The first {} of {} changes of links are marked. ", kMostMarks, all);
  }

  const Explanation& e_;
  const Recorder& recorder_;
  ReportGantt gantt_;
  std::size_t grouped_ = 1;
};

}  // namespace

ReportGantt timeline(const Explanation& e, const Recorder& recorder) { return Timeline(e, recorder).draw(); }

}  // namespace collsim
