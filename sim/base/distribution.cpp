#include "base/distribution.h"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/erf.hpp>

namespace collsim {
namespace {

/// Above 0 and below 1.
double quantile_of(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

double standard_normal(double quantile) {
  using Plain = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  return -std::sqrt(2.0) * boost::math::erfc_inv(2 * quantile, Plain());
}

double lognormal(double mean, double deviation, double quantile) {
  const double variance = std::log1p((deviation / mean) * (deviation / mean));
  return std::exp(std::log(mean) - variance / 2 + std::sqrt(variance) * standard_normal(quantile));
}

double seconds_at(const Distribution& d, double quantile) {
  const double mean = to_seconds(d.mean), deviation = to_seconds(d.deviation);
  switch (d.kind) {
    case Distribution::Kind::uniform:
      return mean + deviation * std::sqrt(3.0) * (2 * quantile - 1);
    case Distribution::Kind::normal:
      return mean + deviation * standard_normal(quantile);
    case Distribution::Kind::exponential:
      return -mean * std::log1p(-quantile);
    case Distribution::Kind::lognormal:
      return lognormal(mean, deviation, quantile);
  }
  return 0;
}

}  // namespace

Duration draw(const Distribution& distribution, std::uint64_t bits) {
  return round_up_to_tick(std::max(0.0, seconds_at(distribution, quantile_of(bits))));
}

}  // namespace collsim
