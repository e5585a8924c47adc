#pragma once

#include <optional>

#include "command_line.h"
#include "result/output_file.h"
#include "result/report_page.h"
#include "result/result.h"

namespace collsim {

/// What was collected where it was asked for.
struct Views {
  Trace* timeline = nullptr;
  const Report* page = nullptr;
};

/// The files of a run, opened before the simulation so that one that cannot be written is noticed before it.
struct Outputs {
  /// Throws UsageError where one would overwrite the scenario or its topology, or where a report's charts are missing,
  /// FileError where one cannot be written.
  Outputs(const RunOptions& options, const Scenario& scenario);

  /// Writes everything and puts it in place, standard output last: whoever reads that may go away at any time.
  /// Requires: the views that were asked for are there. Throws FileError and ClosedPipe.
  void write(const Result& result, const Scenario& scenario, const RunOptions& options, const Views& views);

  std::optional<ChartLibrary> charts;
  std::optional<OutputFile> json, csv, flows, trace, report;
  std::optional<OutputFile> table;  ///< on standard output, unless one of the others is there
};

}  // namespace collsim
