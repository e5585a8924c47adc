#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace collsim {

/// A prediction beside what it should be.
struct SizeError {
  Bytes size = 0;
  double expected_us = 0;
  double predicted_us = 0;

  /// 0.1: a tenth too long.
  double relative() const { return predicted_us / expected_us - 1; }
};

/// Ranges of size. MB = 10^6 bytes, so that 64 MiB counts as above 64 MB.
enum class SizeBand : std::uint8_t { small, medium, large };

SizeBand band_of(Bytes size);
std::string_view to_string(SizeBand band);
std::optional<SizeBand> parse_size_band(std::string_view name);

/// Root of the mean squared relative error; 0 of none.
double rmspe(const std::vector<SizeError>& errors);
/// The factor by which a prediction is typically off, less 1: exp(mean |ln(predicted / expected)|) - 1.
double geometric_mean_error(const std::vector<SizeError>& errors);
/// Median of |relative error|; 0 of none.
double median_error(const std::vector<SizeError>& errors);
/// The largest |relative error|; null of none.
const SizeError* worst(const std::vector<SizeError>& errors);

std::vector<SizeError> in_band(const std::vector<SizeError>& errors, SizeBand band);

}  // namespace collsim
