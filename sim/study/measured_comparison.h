#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenario/scenario.h"
#include "study/diagnosis.h"
#include "study/error_statistics.h"
#include "study/measured_log.h"

namespace collsim {

/// A scenario beside one series of a log.
struct MeasuredComparison {
  std::string log;
  std::string scenario;
  std::string op, algorithm, dtype;
  int ranks = 0;
  std::vector<SizeError> simulated;
  std::vector<std::string> ways;  ///< by size, as `simulated`: the algorithm that it took, and the protocol if chosen
  struct Form {
    std::string model;  ///< alpha_beta, logp, …
    std::vector<SizeError> sizes;
  };
  std::vector<Form> forms;  ///< none where the algorithm has no closed form
  Diagnosis diagnosis;      ///< by what the scenario's topology allows
  std::vector<Remark> remarks;
};

/// Runs the scenario's one collective at the sizes of the series. Throws InputError, naming the log and the line, where
/// the two do not fit: another operation, another number of ranks, several collectives.
MeasuredComparison compare_measured(const Scenario& scenario, const MeasuredLog& log, const MeasuredSeries& series);

}  // namespace collsim
