#pragma once

#include <functional>
#include <ostream>
#include <stop_token>

#include "study/sweep_journal.h"
#include "study/sweep_plan.h"

namespace collsim {

struct SweepOptions {
  int threads = 1;
  bool check = false;
  std::stop_token stop;
  /// Called a few times a second by the calling thread: how many runs are done, of how many; may be empty.
  std::function<void(std::size_t done, std::size_t of)> progress;
};

/// Does those runs of a sweep that its journal has not: with threads of its own, beside any other process that works
/// on the same journal. Returns when all are done, also those that others had in hand, or `stop` asked to end.
/// Throws FileError where the journal can no longer be written.
void run_sweep(const SweepPlan& plan, SweepJournal& journal, const SweepOptions& options);

/// The table of a sweep: its header, and the records of all runs that are done in any of the journals, in order.
void write_sweep(const SweepPlan& plan, const std::vector<const SweepJournal*>& journals, std::ostream& out);

}  // namespace collsim
