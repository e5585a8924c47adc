#include "study/error_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace collsim {
namespace {

constexpr std::array<std::string_view, 3> band_names{"small", "medium", "large"};

double off(const SizeError& e) { return std::abs(e.relative()); }

}  // namespace

SizeBand band_of(Bytes size) {
  if (size > 64'000'000) return SizeBand::large;
  return size >= 1'000'000 ? SizeBand::medium : SizeBand::small;
}

std::string_view to_string(SizeBand band) { return band_names[static_cast<std::size_t>(band)]; }

std::optional<SizeBand> parse_size_band(std::string_view name) {
  const auto at = std::find(band_names.begin(), band_names.end(), name);
  if (at == band_names.end()) return {};
  return static_cast<SizeBand>(at - band_names.begin());
}

double rmspe(const std::vector<SizeError>& errors) {
  if (errors.empty()) return 0;
  double sum = 0;
  for (const SizeError& e : errors) sum += e.relative() * e.relative();
  return std::sqrt(sum / static_cast<double>(errors.size()));
}

double geometric_mean_error(const std::vector<SizeError>& errors) {
  if (errors.empty()) return 0;
  double sum = 0;
  for (const SizeError& e : errors) sum += std::abs(std::log(e.predicted_us / e.expected_us));
  return std::exp(sum / static_cast<double>(errors.size())) - 1;
}

double median_error(const std::vector<SizeError>& errors) {
  if (errors.empty()) return 0;
  std::vector<double> sorted;
  std::transform(errors.begin(), errors.end(), std::back_inserter(sorted), off);
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

const SizeError* worst(const std::vector<SizeError>& errors) {
  const auto at = std::max_element(errors.begin(), errors.end(),
                                   [](const SizeError& a, const SizeError& b) { return off(a) < off(b); });
  return at == errors.end() ? nullptr : &*at;
}

std::vector<SizeError> in_band(const std::vector<SizeError>& errors, SizeBand band) {
  std::vector<SizeError> found;
  std::copy_if(errors.begin(), errors.end(), std::back_inserter(found),
               [band](const SizeError& e) { return band_of(e.size) == band; });
  return found;
}

}  // namespace collsim
