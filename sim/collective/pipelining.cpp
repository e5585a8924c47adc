#include "collective/pipelining.h"

#include <algorithm>
#include <cassert>

namespace collsim {

double pipelined_time(const PipelineCost& cost, int chunks) {
  assert(chunks >= 1);
  double all = 0, pace = cost.busiest_link / chunks;
  for (const PhaseCost& phase : cost.phases) {
    const double once = phase.start_up + phase.transfer / chunks;
    all += once;
    pace = std::max(pace, once);
  }
  return all + (chunks - 1) * pace;
}

int best_chunks(const PipelineCost& cost, int most) {
  assert(most >= 1);
  if (cost.phases.size() < 2) return 1;
  int best = 1;
  double least = pipelined_time(cost, 1);
  for (int chunks = 2; chunks <= most; ++chunks) {
    const double time = pipelined_time(cost, chunks);
    if (time >= least) continue;
    best = chunks;
    least = time;
  }
  return best;
}

}  // namespace collsim
