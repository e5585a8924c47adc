#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "result/observer.h"

namespace collsim {

/// Keeps of a run when each step was under way, what some links carried when, and which links events changed.
class Recorder : public Observer {
 public:
  /// The messages of one phase and step over all channels and chunks, from the first α_start to the last delivery.
  struct Window {
    Instant from{}, to{};
    std::int64_t messages = 0;
    Bytes bytes = 0;
  };
  using Steps = std::map<std::pair<int, int>, Window>;
  struct Change {
    std::uint32_t link;
    Instant at;
    double bandwidth;  ///< 0: down
  };

  /// What is watched: `row_of` says, by link, which row of the record it counts to, or -1. `buckets` equal spans make
  /// up the time to `end`. Requires: buckets >= 1, end > 0.
  Recorder(std::vector<int> row_of, std::size_t rows, Duration end, std::size_t buckets);

  void flow_delivered(const FlowRecord& flow) override;
  void link_changed(std::uint32_t link, Instant at, double bandwidth) override;

  const std::map<std::string, Steps, std::less<>>& steps() const { return steps_; }
  const std::vector<Change>& changes() const { return changes_; }
  /// Payload bytes of a row in a bucket. A message's bytes count evenly over the time that it was in the network and
  /// none of its links was down.
  double bytes(std::size_t row, std::size_t bucket) const { return bytes_[row * buckets_ + bucket]; }
  std::size_t buckets() const { return buckets_; }

 private:
  using Span = std::pair<Instant, Instant>;

  void note_step(const FlowRecord& flow);
  std::vector<Span> moving(const FlowRecord& flow) const;
  void spread(std::size_t row, double bytes, const std::vector<Span>& spans);
  void spread(std::size_t row, double bytes, const Span& span);
  double bucket_at(Instant t) const;

  std::vector<int> row_of_;
  Duration end_;
  std::size_t buckets_;
  std::vector<double> bytes_;
  std::map<std::string, Steps, std::less<>> steps_;
  std::vector<Change> changes_;
  std::unordered_map<std::uint32_t, std::vector<Span>> down_;  // by link; the last may be open
};

}  // namespace collsim
