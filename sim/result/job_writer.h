#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "result/result.h"

namespace collsim {

/// The groups of a split collective, which ran side by side. nccl-tests reports its slowest rank (or the mean, as its
/// -a says); here are both, by group.
struct SplitSummary {
  std::string id;  ///< of the collective that was split
  std::size_t groups = 0;
  Duration best{}, worst{};
  double mean_us = 0;
  std::string worst_id;   ///< the slowest group, the first of several
  double busbw_GBps = 0;  ///< of the slowest group
};

/// One for each split collective, in the order of the run.
std::vector<SplitSummary> split_summaries(const RunResult& run);

/// What the run's table says of splits and of jobs; nothing where there are none.
void write_splits(const RunResult& run, std::ostream& out);
void write_jobs(const RunResult& run, std::ostream& out);

}  // namespace collsim
