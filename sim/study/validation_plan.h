#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/error_statistics.h"
#include "study/forms_grid.h"

namespace collsim {

/// A measured table and the scenario that is to predict it.
struct MeasuredCase {
  std::string log, scenario;         ///< paths
  std::vector<std::string> set;      ///< overrides of the scenario, as `--set` takes them
  std::optional<std::string> dtype;  ///< of a log with several
  std::string row;                   ///< of the report; cases of one row are judged together
  bool fitted = false;               ///< the scenario's constants come from this table: it proves nothing
  Mark mark;
};

/// What the cases of a row that were not fitted have to reach, or those of all rows together.
struct Target {
  enum class Measure : std::uint8_t { rmspe, median };
  std::string row;  ///< empty: of all rows
  SizeBand band = SizeBand::large;
  Measure measure = Measure::rmspe;
  double at_most = 0;
  bool judges(const MeasuredCase& c) const { return !c.fitted && (row.empty() || c.row == row); }
};

/// What `collsim validate` is to do.
struct ValidationPlan {
  std::string file;
  std::optional<FormsGrid> forms;
  std::vector<MeasuredCase> measured;
  std::vector<Target> targets;
};

/// Reads a plan: `forms: {topologies, algorithms, ranks, sizes}`, `measured: [{log, scenario, set, dtype, row, use: fit
/// | test}]`, `targets: [{row (all where it is left out), band: small | medium | large, rmspe | median}]`. Paths are
/// relative to the file. Throws InputError with every mistake, FileError where a topology cannot be read.
ValidationPlan read_validation_plan(const std::string& path);
ValidationPlan parse_validation_plan(std::string_view yaml, const std::string& file);

}  // namespace collsim
