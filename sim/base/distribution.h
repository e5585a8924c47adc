#pragma once

#include <cstdint>

#include "base/time.h"

namespace collsim {

/// A random time, never below 0, with the mean and standard deviation of the values themselves.
struct Distribution {
  enum class Kind : std::uint8_t { uniform, normal, exponential, lognormal };

  Kind kind = Kind::exponential;
  Duration mean{};
  Duration deviation{};  ///< exponential: not looked at, it is the mean

  bool operator==(const Distribution&) const = default;
};

/// The value at the quantile that `bits` stand for: (their upper 52 bits + 1/2) / 2^52. One number in, one time out
/// (inverse transform), so that a draw depends on neither the order of drawing nor the standard library, whose
/// distributions differ between compilers. Rounded up to a tick.
///
///     uniform       mean + deviation·√3·(2q − 1)
///     exponential   −mean·ln(1 − q)
///     normal        mean + deviation·z,  z = −√2·erfc⁻¹(2q); values below 0 count as 0
///     lognormal     e^(μ + σz),  σ² = ln(1 + (deviation/mean)²),  μ = ln mean − σ²/2
///
/// Requires: mean > 0; uniform: deviation·√3 <= mean.
Duration draw(const Distribution& distribution, std::uint64_t bits);

}  // namespace collsim
