#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "scenario/reader.h"
#include "study/calibration.h"
#include "study/diagnosis.h"

namespace collsim {

/// Which table of a log, and how the machine did it.
struct CalibrationChoice {
  std::optional<std::string> dtype;      ///< else the log holds one table only
  std::optional<std::string> algorithm;  ///< else the operation's default
  std::optional<std::string> ranks;      ///< pattern of chips; else all
};

/// Collects the points of several logs on one topology, fits one model to all of them and says how well it does.
class CalibrationReport {
 public:
  /// `chunk`: also read the cost of a chunk of that size off each plateau.
  CalibrationReport(TopologyFile topology, std::optional<Bytes> chunk)
      : topology_(std::move(topology)), chunk_(chunk) {}

  /// Throws InputError, naming the log: no rows, an unknown operation, ranks that the topology does not have, fewer
  /// than three sizes.
  void add(const MeasuredLog& log, const CalibrationChoice& choice);

  /// YAML: a mapping `model:`, everything else in comments. Requires: a log was added. Throws as calibrate() does.
  void write(std::ostream& out) const;

 private:
  struct Source {
    std::string file;
    std::string about;  ///< operation, algorithm and ranks
    std::vector<CalibrationPoint> points;
    Diagnosis diagnosis;
    double busbw_factor = 1;
  };

  void write_source(const Source& source, const Calibration& fit, std::ostream& out) const;

  TopologyFile topology_;
  std::optional<Bytes> chunk_;
  std::vector<Source> sources_;
};

}  // namespace collsim
