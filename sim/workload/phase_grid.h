#pragma once

#include <vector>

namespace collsim {

/// Which phase of which chunk may begin (model.md §4): phase p of chunk c once phase p-1 of chunk c and phase p of
/// chunk c-1 are done. One grid a thread of execution: a channel under the barrier, a rank in a channel in dataflow.
class PhaseGrid {
 public:
  PhaseGrid(int phases, int chunks) : done_(static_cast<std::size_t>(phases), 0), chunks_(chunks) {}

  /// Notes that (phase, chunk) is done and calls begin(phase, chunk) for what that allows.
  template <class Begin>
  void complete(int phase, int chunk, Begin begin) {
    const auto p = static_cast<std::size_t>(phase);
    done_[p] = chunk + 1;
    const bool next_phase = p + 1 < done_.size() && done_[p + 1] == chunk;
    const bool next_chunk = chunk + 1 < chunks_ && (p == 0 || done_[p - 1] > chunk + 1);
    if (next_phase) begin(phase + 1, chunk);
    if (next_chunk) begin(phase, chunk + 1);
  }
  bool all_done() const { return done_.back() == chunks_; }

 private:
  std::vector<int> done_;  // chunks, by phase
  int chunks_;
};

}  // namespace collsim
