#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace collsim {

/// A non-negative decimal number as it was written, digits × 10^exponent, so that `0.1 GB` is a whole number of bytes
/// and 0.1 KiB is known to be none.
struct Decimal {
  std::uint64_t digits = 0;  ///< the first 19 significant ones
  int exponent = 0;
  bool exact = true;  ///< false: digits other than 0 followed that did not fit
};

/// A number and what follows it, blanks between and around them taken off.
struct Quantity {
  Decimal number;
  std::string_view unit;
};

/// Throws std::invalid_argument where `text` does not begin with a decimal number >= 0 (`12`, `0.5`, `.5`, `5e10`), or
/// begins with a superfluous 0, which some readers take for octal. `right` is what would be right: `a size, as in 8`.
Quantity parse_quantity(std::string_view text, std::string_view right);

enum class Fit : std::uint8_t { whole, fraction, overflow };

/// `number` × 10^tens × 2^twos, where that is a whole number below 2^63.
struct WholeNumber {
  Fit fit = Fit::whole;
  std::int64_t value = 0;
};
WholeNumber to_whole(Decimal number, int tens, int twos);

/// `number` × 10^tens × 2^twos, correctly rounded; absent where it is beyond the range of a double or rounds to 0
/// though it is none.
std::optional<double> to_real(Decimal number, int tens, int twos);

/// `text` without blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);

/// Digits d₁d₂d₃… with the point after the first `point` of them (negative: zeros stand before them), without zeros at
/// the end of the fraction.
std::string with_point(std::string digits, int point);

}  // namespace collsim
