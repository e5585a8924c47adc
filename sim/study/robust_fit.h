#pragma once

#include <vector>

namespace collsim {

struct FittedValue;

/// rows · x ≈ targets. Requires: at least one more row than unknowns, all rows of one length.
struct FitProblem {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
};

struct FitResult {
  std::vector<FittedValue> values;  ///< with intervals of 95 % by Student's t
  std::vector<double> weights;      ///< by row: 1, or less where it lies far off the others
};

/// Least squares, weighed again a few times with Huber's weights (Huber, Robust Statistics, 1981, §7.8), the scale
/// being the median of |residuals|.
FitResult robust_fit(const FitProblem& problem);

}  // namespace collsim
