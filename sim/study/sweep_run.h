#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "study/sweep_plan.h"

namespace collsim {

/// The header record of a sweep's table: which run, what it sets, its seed, how it ended, and the columns of
/// result/csv_writer.h.
std::string sweep_header(const SweepPlan& plan);

struct SweepRows {
  std::string records;  ///< CSV: one a collective and size, or one that says why there are none
  bool failed = false;
};

/// Runs one of a sweep. What goes wrong with it becomes a record with the exit status that `collsim run` would have and
/// the reason. Nothing where `stop` cut it short.
std::optional<SweepRows> sweep_rows(const SweepPlan& plan, std::size_t run, bool check, const std::stop_token& stop);

}  // namespace collsim
