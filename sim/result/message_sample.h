#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "collective/program.h"

namespace collsim {

/// A message as a trace draws it. Times in picoseconds from the start of the first run.
struct TracedMessage {
  std::size_t operation = 0;
  Cell cell;
  Rank from = 0, to = 0;
  Bytes bytes = 0;
  std::int64_t begin = 0, end = 0;
  std::int64_t sending = 0;    ///< how long it was in the network
  std::size_t bottleneck = 0;  ///< link + 1; 0: none
};

/// Keeps a bounded number of messages: of all senders while they fit, then of every second, every fourth, ... rank from
/// 0 on; where those of rank 0 alone are too many, the first of them.
class MessageSample {
 public:
  explicit MessageSample(std::size_t most) : most_(most) {}

  void add(const TracedMessage& message);
  /// The next coarser choice.
  void thin();

  const std::vector<TracedMessage>& kept() const { return kept_; }
  std::int64_t seen() const { return seen_; }
  /// Every how many ranks one is kept.
  Rank stride() const { return stride_; }
  bool cut_short() const { return cut_short_; }

 private:
  std::size_t most_;
  std::vector<TracedMessage> kept_;
  std::int64_t seen_ = 0;
  Rank stride_ = 1;
  bool cut_short_ = false;
};

}  // namespace collsim
