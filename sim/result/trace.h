#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "result/link_rates.h"
#include "result/message_sample.h"
#include "result/observer.h"

namespace collsim {

/// Collects what a trace shows of a run, in bounded memory: messages as far as they fit (MessageSample), steps, the
/// operations and the rates of links. Several runs follow one another in time.
class Trace : public Observer {
 public:
  static constexpr std::size_t least_limit = 1000, default_limit = 65'000;

  /// At most `limit` events will be written. Requires: at least least_limit.
  explicit Trace(std::size_t limit) : limit_(limit), messages_(limit) {}

  void run_started(Bytes size) override;
  void flow_delivered(const FlowRecord& flow) override;
  void operation_ended(const CollectiveResult& collective) override;
  void run_ended(const RunResult& run) override;

  /// One JSON document in the Trace Event Format, which Perfetto and chrome://tracing open: complete events that are
  /// disjoint on each track, and counters, in order of time; in microseconds to the picosecond. A process is an
  /// operation of a run, its tracks the ranks that send; one more holds the links. Call once, last.
  void write(std::ostream& out);

  /// What write() had to leave out, and by which rule.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Span {
    std::int64_t begin = 0, end = 0;
  };
  struct Operation {
    std::string id, name;
    Span span;
    std::map<Rank, std::string> chips;  ///< of ranks that send
  };
  struct Step {
    Span span;
    std::int64_t messages = 0;
    Bytes bytes = 0;
  };
  /// Operation, channel, phase, chunk, step.
  using StepKey = std::tuple<std::size_t, int, int, int, int>;
  struct Link {
    std::string id;
    double capacity = 0;
  };

  friend class TraceWriter;

  std::optional<std::size_t> operation_of(std::string_view id);
  void add_step(std::size_t operation, const FlowRecord& flow, const Span& span);
  void add_rates(const FlowRecord& flow);

  std::size_t limit_;
  MessageSample messages_;
  std::map<StepKey, Step> steps_;
  bool steps_dropped_ = false;
  std::vector<Operation> operations_;
  std::map<std::string, std::size_t, std::less<>> by_id_;  ///< of the current run
  std::int64_t operations_dropped_ = 0;
  LinkRates rates_;
  std::vector<Link> links_;
  std::int64_t run_begin_ = 0, latest_ = 0;
  std::string size_text_;  ///< of the current run, in names
  std::vector<std::string> notes_;
};

}  // namespace collsim
