#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "result/text.h"
#include "result/trace.h"

namespace collsim {
namespace {

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Microseconds, exactly.
std::string microseconds(std::int64_t ps) { return fmt::format("{}.{:06}", ps / 1'000'000, ps % 1'000'000); }

/// One line of the document, and what orders it.
struct Event {
  std::int64_t at = 0;
  int process = 0, track = 0;
  std::string line;
};

/// Puts slices that come in order of their begin on the first of several tracks that is free.
class Lanes {
 public:
  int place(std::int64_t begin, std::int64_t end) {
    int lane = count_;
    if (!busy_.empty() && busy_.top().first <= begin) {
      lane = busy_.top().second;
      busy_.pop();
    } else {
      ++count_;
    }
    busy_.emplace(end, lane);
    return lane;
  }
  int count() const { return count_; }

 private:
  using Busy = std::pair<std::int64_t, int>;
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy_;
  int count_ = 0;
};

}  // namespace

/// Fits what a trace has collected into its limit and writes it.
class TraceWriter {
 public:
  explicit TraceWriter(Trace& trace) : trace_(trace), next_track_(trace.operations_.size(), 1) {}

  void write(std::ostream& out) {
    fit();
    add_operations();
    add_steps();
    add_messages();
    add_counters();
    add_further_names();
    std::stable_sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
      return std::tie(a.at, a.process, a.track) < std::tie(b.at, b.process, b.track);
    });
    out << "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"schema\": \"collsim-trace/1\"";
    if (!trace_.notes_.empty()) out << ", \"notes\": " << nlohmann::json(trace_.notes_).dump();
    out << "},\n\"traceEvents\": [";
    const char* separator = "\n";
    for (const auto* lines : {&names_, &events_}) {
      for (const Event& event : *lines) {
        out << separator << event.line;
        separator = ",\n";
      }
    }
    out << "\n]}\n";
  }

 private:
  using Sender = std::pair<std::size_t, Rank>;

  static int process_of(std::size_t operation) { return static_cast<int>(operation) + 1; }
  int link_process() const { return static_cast<int>(trace_.operations_.size()) + 1; }

  /// Events that are needed whatever is left out: of each operation its name, the name of its first track and its
  /// slice.
  std::size_t needed() const { return 3 * trace_.operations_.size() + 1; }

  std::size_t senders() const {
    std::vector<Sender> all;
    for (const TracedMessage& m : trace_.messages_.kept()) all.emplace_back(m.operation, m.from);
    std::sort(all.begin(), all.end());
    return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
  }

  /// Whole steps are worth more than some of the messages, but less than all of them.
  void fit() {
    const auto fits = [this](std::size_t more) {
      return needed() + trace_.messages_.kept().size() + senders() + more <= trace_.limit_;
    };
    // Each step may need a track of its own, with its name.
    const std::size_t steps = 2 * trace_.steps_.size();
    if (trace_.messages_.stride() == 1 && !trace_.messages_.cut_short() && fits(0)) {
      if (!fits(steps)) trace_.steps_.clear();
    } else {
      while (!fits(steps) && !trace_.messages_.kept().empty()) trace_.messages_.thin();
    }
    tell();
  }

  void tell() {
    const MessageSample& messages = trace_.messages_;
    const auto note = [this](std::string text) { trace_.notes_.push_back("trace: " + std::move(text)); };
    const auto kept = static_cast<std::int64_t>(messages.kept().size());
    if (kept < messages.seen()) {
      const std::string which = messages.cut_short() ? "the first that rank 0 sends"
                                                     : fmt::format("those that ranks 0, {}, {} ... send",
                                                                   messages.stride(), 2 * messages.stride());
      note(fmt::format("{} of {} messages are drawn, {}; --trace-limit sets how many events there may be (now {})",
                       kept, messages.seen(), which, trace_.limit_));
    }
    if (trace_.steps_dropped_ && kept < messages.seen()) note("there are too many steps to draw each");
    if (trace_.operations_dropped_ > 0)
      note(fmt::format("only the first {} operations are drawn, {} more are not", trace_.operations_.size(),
                       trace_.operations_dropped_));
  }

  std::size_t room() const {
    const std::size_t used = names_.size() + events_.size();
    return trace_.limit_ - std::min(used, trace_.limit_);
  }

  void name(int process, int track, const char* what, const std::string& text) {
    names_.push_back({0, process, track,
                      fmt::format(R"({{"ph": "M", "pid": {}, "tid": {}, "name": "{}", "args": {{"name": {}}}}})",
                                  process, track, what, json_text(text))});
  }

  void slice(int process, int track, const Trace::Span& span, const std::string& text, const std::string& arguments) {
    events_.push_back(
        {span.begin, process, track,
         fmt::format(R"({{"ph": "X", "pid": {}, "tid": {}, "ts": {}, "dur": {}, "name": {}, "args": {{{}}}}})", process,
                     track, microseconds(span.begin), microseconds(span.end - span.begin), json_text(text),
                     arguments)});
  }

  void add_operations() {
    for (std::size_t i = 0; i < trace_.operations_.size(); ++i) {
      const Trace::Operation& operation = trace_.operations_[i];
      name(process_of(i), 0, "process_name", operation.name);
      name(process_of(i), 0, "thread_name", "whole");
      slice(process_of(i), 0, operation.span, operation.name, "");
    }
  }

  /// A track a channel, and more where its steps overlap.
  void add_steps() {
    using Place = std::pair<std::size_t, int>;
    using Entry = const std::pair<const Trace::StepKey, Trace::Step>*;
    std::map<Place, std::vector<Entry>> by_channel;
    for (const auto& entry : trace_.steps_)
      by_channel[{std::get<0>(entry.first), std::get<1>(entry.first)}].push_back(&entry);
    for (auto& [place, entries] : by_channel) {
      std::stable_sort(entries.begin(), entries.end(),
                       [](Entry a, Entry b) { return a->second.span.begin < b->second.span.begin; });
      const std::size_t operation = place.first;
      const int first = next_track_[operation];
      Lanes lanes;
      for (const Entry entry : entries) {
        const auto& [key, step] = *entry;
        const int lane = lanes.place(step.span.begin, step.span.end);
        slice(process_of(operation), first + lane, step.span, fmt::format("step {}", std::get<4>(key)),
              fmt::format(R"("phase": {}, "chunk": {}, "messages": {}, "bytes": {})", std::get<2>(key),
                          std::get<3>(key), step.messages, step.bytes));
      }
      for (int lane = 0; lane < lanes.count(); ++lane)
        name(process_of(operation), first + lane, "thread_name", fmt::format("steps of channel {}", place.second));
      next_track_[operation] += lanes.count();
    }
  }

  /// A track a sending rank, and more where its messages overlap.
  void add_messages() {
    std::map<Sender, std::vector<const TracedMessage*>> by_sender;
    for (const TracedMessage& m : trace_.messages_.kept()) by_sender[{m.operation, m.from}].push_back(&m);
    for (auto& [sender, messages] : by_sender) {
      std::stable_sort(messages.begin(), messages.end(),
                       [](const TracedMessage* a, const TracedMessage* b) { return a->begin < b->begin; });
      const int process = process_of(sender.first);
      const int first = next_track_[sender.first];
      Lanes lanes;
      for (const TracedMessage* m : messages) add_message(*m, process, first + lanes.place(m->begin, m->end));
      const std::string text =
          fmt::format("rank {} ({})", sender.second, trace_.operations_[sender.first].chips.at(sender.second));
      name(process, first, "thread_name", text);
      for (int lane = 1; lane < lanes.count(); ++lane) further_.push_back({process, first + lane, text});
      next_track_[sender.first] += lanes.count();
    }
  }

  void add_message(const TracedMessage& m, int process, int track) {
    std::string arguments = fmt::format(R"("bytes": {}, "channel": {}, "phase": {}, "chunk": {}, "step": {})", m.bytes,
                                        m.cell.channel, m.cell.phase, m.cell.chunk, m.cell.step);
    if (m.sending > 0)
      arguments +=
          fmt::format(R"(, "GBps": {})", shortest(1e3 * static_cast<double>(m.bytes) / static_cast<double>(m.sending)));
    if (m.bottleneck > 0 && m.bottleneck <= trace_.links_.size())
      arguments += ", \"bottleneck\": " + json_text(trace_.links_[m.bottleneck - 1].id);
    slice(process, track, {m.begin, m.end}, fmt::format("to rank {}", m.to), arguments);
  }

  /// Links by how much of them was used, as many as there is room for.
  void add_counters() {
    std::vector<std::pair<double, std::size_t>> links;
    for (std::size_t link = 0; link < std::min(trace_.rates_.links(), trace_.links_.size()); ++link) {
      const double total = trace_.rates_.total(link);
      if (total > 0) links.emplace_back(-total / trace_.links_[link].capacity, link);
    }
    std::sort(links.begin(), links.end());
    constexpr std::size_t most_links = 64;
    std::size_t shown = 0;
    for (const auto& [use, link] : links) {
      if (shown == most_links || room() < LinkRates::most_spans + 2) break;
      add_counter(link);
      ++shown;
    }
    if (shown == 0) return;
    name(link_process(), 0, "process_name",
         fmt::format("links: the {} most used of {} in use, payload GB/s, means over {}", shown, links.size(),
                     format_time(trace_.rates_.span())));
  }

  void add_counter(std::size_t link) {
    std::vector<double> rates = trace_.rates_.rates(link);
    rates.push_back(0);
    double before = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const std::int64_t at = static_cast<std::int64_t>(i) * trace_.rates_.span().count();
      if (rates[i] == before) continue;
      before = rates[i];
      events_.push_back(
          {at, link_process(), 0,
           fmt::format(R"({{"ph": "C", "pid": {}, "tid": 0, "ts": {}, "name": {}, "args": {{"GBps": {}}}}})",
                       link_process(), microseconds(at), json_text(trace_.links_[link].id), shortest(rates[i] / 1e9))});
    }
  }

  /// The second and further tracks of a rank have a name while there is room.
  void add_further_names() {
    for (const Further& track : further_) {
      if (room() == 0) return;
      name(track.process, track.track, "thread_name", track.name);
    }
  }

  struct Further {
    int process, track;
    std::string name;
  };

  Trace& trace_;
  std::vector<Event> names_, events_;
  std::vector<Further> further_;
  std::vector<int> next_track_;  ///< by operation
};

void Trace::write(std::ostream& out) { TraceWriter(*this).write(out); }

}  // namespace collsim
