#pragma once

#include <stop_token>
#include <string>

#include "result/observer.h"
#include "result/report.h"
#include "result/result.h"
#include "scenario/scenario.h"

namespace collsim {

struct ReportOptions {
  std::string scenario_text, topology_text;  ///< as they stand in their files; empty: left out
  std::string changes;                       ///< what the command line changed in them
  Observer* observer = nullptr;              ///< of the runs on the way, may be null
  std::stop_token stop;
  /// Beyond so many messages they are not followed one by one, and what needs that is left out with a note.
  std::int64_t most_messages = 10'000'000;
};

/// Everything about a run for people to look at: the numbers of `result`, and for its last size, from four more runs,
/// where the time goes. What is too much for a page is put together, and the part's note says how. Interrupted on the
/// way it holds the numbers alone, and says so. Requires: the result of `scenario`, with nothing left to `auto` in it.
/// Throws as replay() does.
Report report_of(const Result& result, const Scenario& scenario, const ReportOptions& options = {});

}  // namespace collsim
