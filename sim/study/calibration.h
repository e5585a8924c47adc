#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenario/scenario.h"
#include "study/error_statistics.h"
#include "study/measured_log.h"

namespace collsim {

/// One measured time as a sum that is linear in what is sought:
///   t = path + messages·α + transfer / u
struct CalibrationPoint {
  Bytes size = 0;
  double measured_us = 0;
  double path_us = 0;      ///< latency of links and nodes, which the topology fixes
  double messages = 0;     ///< how many α_start stand one after the other
  double transfer_us = 0;  ///< at the full bandwidth of the wires
};

/// What the simulator makes of the scenario's one collective at the sizes of a series: three runs a size, without α,
/// with 1 us of it, and at half the bandwidth. Exact where the critical path stays the same.
std::vector<CalibrationPoint> calibration_points(const Scenario& scenario, const MeasuredSeries& series);

/// A fitted value with the interval that holds it with a probability of 95 %.
struct FittedValue {
  double value = 0, low = 0, high = 0;
};

struct Calibration {
  std::optional<FittedValue> alpha_us;     ///< absent where the data cannot tell it
  std::optional<FittedValue> utilization;  ///< the same
  std::vector<SizeError> residuals;        ///< of all points; predicted: by the fit
  std::vector<Bytes> outliers;             ///< sizes that count less, because they lie far off the others
  std::vector<std::string> notes;          ///< what was left out, and why

  double predict_us(const CalibrationPoint& point) const;
};

/// Least squares of the relative error, in both parameters, outliers weighed down (Huber). Refuses by InputError,
/// naming `file`: fewer than three sizes; a bandwidth above the wires, which only reduction in the network can show.
Calibration calibrate(const std::vector<CalibrationPoint>& points, const std::string& file);

/// The fixed cost of each chunk that caps a pipeline at `rate` bytes per second: c = chunk / rate, seconds.
double chunk_cost(Bytes chunk, double rate);
/// What a pipeline then carries over a wire: a chunk each `cost` seconds, never more than the wire.
double chunked_rate(Bytes chunk, double cost, double wire);

}  // namespace collsim
