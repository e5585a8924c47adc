#pragma once

#include <span>
#include <vector>

#include "base/units.h"
#include "oracle/message_cost.h"

namespace collsim::oracle {

/// How many bytes each rank sends to each, by source, then by destination; a rank's own block moves no byte.
/// Requires: ranks² entries, none negative.
struct Counts {
  int ranks = 0;
  std::span<const Bytes> bytes;

  Bytes from_to(int from, int to) const {
    return bytes[static_cast<std::size_t>(from) * static_cast<std::size_t>(ranks) + static_cast<std::size_t>(to)];
  }
};

/// `dispatch` and `combine` of a mixture of experts are all_to_all with their byte counts. All at once: the fullest
/// port decides, α + max(most sent, most received)/B.
double exchange_seconds(CostModel model, const Counts& counts, const Line& line, const LogParameters& parameters = {});

/// In N-1 rounds, i to i+1, i+2 …, each as long as its largest message.
double pairwise_exchange_seconds(CostModel model, const Counts& counts, const Line& line,
                                 const LogParameters& parameters = {});

/// What experts send back: the counts transposed, each byte of dispatch as `growth` bytes of combine (an fp8 token
/// comes back as bf16: 2).
std::vector<Bytes> combine_counts(const Counts& dispatch, int growth);

}  // namespace collsim::oracle
