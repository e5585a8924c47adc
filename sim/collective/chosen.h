#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collective/protocol.h"

namespace collsim {

/// One way that was weighed for an operation.
struct Candidate {
  std::string algorithm;
  Protocol protocol = Protocol::simple;
  std::optional<double> us{};  ///< the time that was predicted for it, in microseconds; absent where nothing was
  std::string note{};          ///< why nothing was
};

/// What `algorithm: auto` came to for one operation and size, and why.
struct Chosen {
  std::string by;  ///< whose choice it is: `nccl`, `vllm`, `table`, `simulate`
  std::string algorithm;
  Protocol protocol = Protocol::simple;
  std::optional<int> channels{};  ///< where the choice says so
  std::string reason{};           ///< beyond being the fastest; empty where there is none
  /// All that were weighed, the fastest first, then those without a time. What was chosen is among them.
  std::vector<Candidate> ranking{};

  /// What was predicted for the choice itself.
  std::optional<double> us() const;
  /// The fastest of the others; null where there is none with a time.
  const Candidate* runner_up() const;
  /// By how much of the choice's time the runner-up takes longer: 0.1 is 10 %; negative where it was taken all the
  /// same. Absent where either time is, or the choice takes none.
  std::optional<double> margin() const;
};

/// Sorts by time, equal times as they stand; those without a time go last.
void sort_by_time(std::vector<Candidate>& candidates);

}  // namespace collsim
