#include "base/decimal.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/error.h"

namespace collsim {
namespace {

// Far beyond every unit, and sums of a few still fit an int.
constexpr int largest_exponent = 1'000'000;
constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_digits(std::string_view& rest) {
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_digit);
  const std::string_view digits = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(digits.size());
  return digits;
}

void append_digit(Decimal& number, char c, bool behind_point) {
  const auto digit = static_cast<std::uint64_t>(c - '0');
  constexpr std::uint64_t full = 1'000'000'000'000'000'000;
  if (number.digits >= full) {
    number.exact = number.exact && digit == 0;
    if (!behind_point) number.exponent = std::min(number.exponent + 1, largest_exponent);
    return;
  }
  number.digits = number.digits * 10 + digit;
  if (behind_point) number.exponent = std::max(number.exponent - 1, -largest_exponent);
}

/// The exponent that `rest` begins with, taken off; 0 where it begins with none.
int take_exponent(std::string_view& rest) {
  if (rest.empty() || (rest[0] != 'e' && rest[0] != 'E')) return 0;
  std::string_view behind = rest.substr(1);
  const bool negative = !behind.empty() && behind[0] == '-';
  if (negative || (!behind.empty() && behind[0] == '+')) behind.remove_prefix(1);
  const std::string_view digits = take_digits(behind);
  if (digits.empty()) return 0;
  rest = behind;
  int exponent = 0;
  for (const char c : digits) exponent = std::min(exponent * 10 + (c - '0'), largest_exponent);
  return negative ? -exponent : exponent;
}

[[noreturn]] void refuse_start(std::string_view text, std::string_view right) {
  const bool negative = text.size() > 1 && text[0] == '-' && (is_digit(text[1]) || text[1] == '.');
  throw std::invalid_argument(quote(text) + (negative ? " is negative" : " does not begin with a number") + ": write " +
                              std::string(right));
}

void refuse_octal(std::string_view text, std::string_view digits) {
  if (digits.size() < 2 || digits[0] != '0') return;
  throw std::invalid_argument(quote(text) +
                              " begins with a superfluous 0, which some readers take for octal: leave it out");
}

bool divides(std::uint64_t& value, std::uint64_t divisor) {
  if (value % divisor != 0) return false;
  value /= divisor;
  return true;
}

/// `value` × base^power where that fits.
bool multiply(std::uint64_t& value, std::uint64_t base, int power) {
  for (; power > 0; --power) {
    if (value > largest / base) return false;
    value *= base;
  }
  return value <= largest;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Quantity parse_quantity(std::string_view text, std::string_view right) {
  text = trimmed(text);
  std::string_view rest = text;
  const std::string_view before = take_digits(rest);
  std::string_view behind;
  if (rest.size() > 1 && rest[0] == '.' && is_digit(rest[1])) {
    rest.remove_prefix(1);
    behind = take_digits(rest);
  }
  if (before.empty() && behind.empty()) refuse_start(text, right);
  refuse_octal(text, before);
  Quantity quantity;
  for (const char c : before) append_digit(quantity.number, c, false);
  for (const char c : behind) append_digit(quantity.number, c, true);
  quantity.number.exponent += take_exponent(rest);
  quantity.unit = trimmed(rest);
  return quantity;
}

WholeNumber to_whole(Decimal number, int tens, int twos) {
  if (number.digits == 0) return {number.exact ? Fit::whole : Fit::fraction, 0};
  // 10^n is 2^n · 5^n: dividing the digits first tells a whole number from a fraction without wide arithmetic.
  int fives = number.exponent + tens;
  twos += fives;
  std::uint64_t value = number.digits;
  while (fives < 0 && divides(value, 5)) ++fives;
  while (twos < 0 && divides(value, 2)) ++twos;
  if (fives < 0 || twos < 0) return {Fit::fraction, 0};
  if (!multiply(value, 5, fives) || !multiply(value, 2, twos)) return {Fit::overflow, 0};
  return {number.exact ? Fit::whole : Fit::fraction, static_cast<std::int64_t>(value)};
}

std::optional<double> to_real(Decimal number, int tens, int twos) {
  const std::string text = std::to_string(number.digits) + 'e' + std::to_string(number.exponent + tens);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (number.digits == 0) return 0.0;
  if (error != std::errc{}) return {};
  value = std::ldexp(value, twos);
  if (!std::isfinite(value) || value == 0) return {};
  return value;
}

std::string with_point(std::string digits, int point) {
  if (point <= 0) {
    digits.insert(0, static_cast<std::size_t>(1 - point), '0');
    point = 1;
  }
  const auto whole = static_cast<std::size_t>(point);
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  const std::size_t used = std::max(whole, digits.find_last_not_of('0') + 1);
  digits.resize(used);
  if (used > whole) digits.insert(whole, 1, '.');
  return digits;
}

}  // namespace collsim
