#pragma once

#include <algorithm>

#include "collective/program.h"

namespace collsim::test {

/// All bytes that a rank sends in a program.
inline Bytes sent_by(const Program& program, Rank rank) {
  std::vector<Transfer> transfers;
  const Shape& shape = program.shape();
  for (int channel = 0; channel < shape.channels; ++channel) {
    for (int chunk = 0; chunk < shape.chunks; ++chunk) {
      for (int phase = 0; phase < static_cast<int>(shape.steps.size()); ++phase) {
        for (int step = 0; step < shape.steps[static_cast<std::size_t>(phase)]; ++step) {
          program.sends({channel, phase, chunk, step}, rank, transfers);
        }
      }
    }
  }
  Bytes sum = 0;
  for (const Transfer& t : transfers) sum += t.bytes;
  return sum;
}

/// By the rank that sends most.
inline Bytes worst_sent(const Program& program, int ranks) {
  Bytes most = 0;
  for (Rank rank = 0; rank < ranks; ++rank) most = std::max(most, sent_by(program, rank));
  return most;
}

inline Bytes sent_by_all(const Program& program, int ranks) {
  Bytes sum = 0;
  for (Rank rank = 0; rank < ranks; ++rank) sum += sent_by(program, rank);
  return sum;
}

}  // namespace collsim::test
