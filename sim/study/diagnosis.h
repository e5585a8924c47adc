#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/measured_log.h"
#include "study/nominal.h"

namespace collsim {

/// What an engineer reads off a measured curve.
struct Diagnosis {
  double floor_us = 0;            ///< least time in the table
  std::optional<double> step_us;  ///< floor over the messages in a row of a tree: about α; of tables that begin small
  std::optional<double> knee_bytes;  ///< S*: where the curve leaves the plateau, twice the floor
  double peak_busbw = 0;             ///< bytes per second, computed from size and time
  std::optional<double> ratio;       ///< peak over what the wires allow; of tables that reach large sizes
  bool sick = false;
  std::vector<std::string> reasons;  ///< what is wrong and where to look first
  std::vector<std::string> hints;    ///< worth a look, but nothing is wrong
};

/// Requires: the series has an operation, its ranks (2 or more) and a row.
Diagnosis diagnose(const MeasuredSeries& series, const std::optional<Nominal>& nominal);

}  // namespace collsim
