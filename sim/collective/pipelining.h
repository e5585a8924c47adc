#pragma once

#include <vector>

namespace collsim {

/// What one chunk of everything would cost in one phase, in seconds: what every chunk pays however small it is, and
/// what is shared out over the chunks.
struct PhaseCost {
  double start_up = 0;  ///< steps · α
  double transfer = 0;  ///< steps · m / B
};

/// A program's phases, and how long its busiest link is taken in all of them together.
struct PipelineCost {
  std::vector<PhaseCost> phases;
  double busiest_link = 0;
};

/// The time of k chunks that go through phases of a_p + b_p/k one behind the other, at a link's pace where phases meet
/// on it (L: busiest_link):
///     T(k) = Σ_p (a_p + b_p/k) + (k-1)·max(max_p (a_p + b_p/k), L/k)
/// P equal phases that do not meet: (P-1+k)·(α + m/(k·B)). Requires: chunks >= 1.
double pipelined_time(const PipelineCost& cost, int chunks);

/// How many chunks nobody would go beyond.
inline constexpr int kMostAutoChunks = 512;

/// The least k with the least T(k), from 1 to `most`; of P equal phases sqrt((P-1)·m/(α·B)), rounded one way or the
/// other. A single phase is not cut. Requires: most >= 1.
int best_chunks(const PipelineCost& cost, int most);

}  // namespace collsim
