#include "base/units.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "base/decimal.h"
#include "base/error.h"

namespace collsim {
namespace {

/// A unit's factor, 10^tens × 2^twos.
struct Scale {
  int tens = 0;
  int twos = 0;
};

struct NamedScale {
  std::string_view name;
  Scale scale;
};

constexpr std::array prefixes{NamedScale{"", {0, 0}},    NamedScale{"k", {3, 0}},   NamedScale{"K", {3, 0}},
                              NamedScale{"M", {6, 0}},   NamedScale{"G", {9, 0}},   NamedScale{"T", {12, 0}},
                              NamedScale{"Ki", {0, 10}}, NamedScale{"Mi", {0, 20}}, NamedScale{"Gi", {0, 30}},
                              NamedScale{"Ti", {0, 40}}};
constexpr std::array time_units{NamedScale{"ps", {0, 0}},      NamedScale{"ns", {3, 0}},      NamedScale{"us", {6, 0}},
                                NamedScale{"\u00B5s", {6, 0}}, NamedScale{"\u03BCs", {6, 0}}, NamedScale{"ms", {9, 0}},
                                NamedScale{"s", {12, 0}}};
constexpr std::array<std::string_view, 3> byte_words{"B", "byte", "bytes"};
// A bit is 2^-3 bytes.
constexpr std::array bandwidth_words{NamedScale{"B/s", {0, 0}},    NamedScale{"Bps", {0, 0}},
                                     NamedScale{"byte/s", {0, 0}}, NamedScale{"bytes/s", {0, 0}},
                                     NamedScale{"b/s", {0, -3}},   NamedScale{"bps", {0, -3}},
                                     NamedScale{"bit/s", {0, -3}}, NamedScale{"bits/s", {0, -3}}};

template <class Table>
std::optional<Scale> find_scale(const Table& table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const NamedScale& s) { return s.name == name; });
  return found == table.end() ? std::nullopt : std::optional(found->scale);
}

/// The prefix that stands before `word` in `unit`.
std::optional<Scale> prefix_before(std::string_view unit, std::string_view word) {
  if (unit.size() < word.size() || unit.substr(unit.size() - word.size()) != word) return {};
  return find_scale(prefixes, unit.substr(0, unit.size() - word.size()));
}

std::optional<Scale> size_scale(std::string_view unit) {
  if (unit.empty()) return Scale{};
  for (const std::string_view word : byte_words) {
    if (const auto scale = prefix_before(unit, word)) return scale;
  }
  return {};
}

std::optional<Scale> bandwidth_scale(std::string_view unit) {
  for (const NamedScale& word : bandwidth_words) {
    if (const auto scale = prefix_before(unit, word.name)) return Scale{scale->tens, scale->twos + word.scale.twos};
  }
  return {};
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// `text` up to its unit.
std::string number_part(std::string_view text, std::string_view unit) {
  text = trimmed(text);
  return std::string(trimmed(text.substr(0, text.size() - unit.size())));
}

[[noreturn]] void refuse_size_unit(std::string_view text, std::string_view unit) {
  const std::string number = number_part(text, unit);
  const bool prefix_alone = find_scale(prefixes, unit).has_value() || unit == "m" || unit == "g" || unit == "t";
  if (prefix_alone) {
    const std::string letter(1, unit[0] == 'k' ? 'K' : static_cast<char>(std::toupper(unit[0])));
    const std::string decimal = letter == "K" ? "k" : letter;
    throw std::invalid_argument(quote(text) + " is ambiguous: write " + number + ' ' + decimal +
                                "B (powers of 1000) or " + number + ' ' + letter + "iB (powers of 1024)");
  }
  throw std::invalid_argument(quote(text) + " has an unknown unit " + quote(unit) +
                              ": a size is a number of bytes as in 65536, 64 KiB or 1 GB (B is bytes, case matters)");
}

[[noreturn]] void refuse_bandwidth_unit(std::string_view text, std::string_view unit) {
  const std::string number = number_part(text, unit);
  if (unit.empty()) {
    throw std::invalid_argument(quote(text) + " has no unit: write " + number + " GB/s (bytes) or " + number +
                                " Gb/s (bits, an eighth of that)");
  }
  throw std::invalid_argument(quote(text) + " has an unknown unit " + quote(unit) + ": write " + number +
                              " GB/s (bytes) or " + number + " Gb/s (bits, an eighth of that); case matters");
}

[[noreturn]] void refuse_time_unit(std::string_view text, std::string_view unit) {
  const std::string number = number_part(text, unit);
  const std::string problem = unit.empty() ? " has no unit" : " has an unknown unit " + quote(unit);
  throw std::invalid_argument(quote(text) + problem + ": write " + number + " ns or " + number +
                              " us (ps, ns, us, ms and s are known)");
}

Bytes whole_bytes(std::string_view text, Decimal number, Scale scale) {
  const WholeNumber whole = to_whole(number, scale.tens, scale.twos);
  if (whole.fit == Fit::overflow)
    throw std::invalid_argument(quote(text) + " is too large: a size is below 8 EiB (2^63 B)");
  if (whole.fit == Fit::fraction) throw std::invalid_argument(quote(text) + " is no whole number of bytes");
  return whole.value;
}

/// digits × 10^-n rounded half up; a number of picoseconds that is known to be no whole one.
std::int64_t rounded(Decimal number, int tens) {
  constexpr int digits_of_64_bit = 19;
  const int drop = -(number.exponent + tens);
  if (drop > digits_of_64_bit) return 0;
  std::uint64_t power = 1;
  for (int i = 0; i < drop; ++i) power *= 10;
  const std::uint64_t rest = number.digits % power;
  return static_cast<std::int64_t>(number.digits / power + (rest >= power - rest ? 1 : 0));
}

/// The factor of a suffix on nccl-tests' flags, where K, M, G, T, P in either case are powers of 1024.
std::optional<Scale> nccl_scale(std::string unit) {
  if (unit.empty() || unit == "b") return Scale{};
  const auto power = std::string_view("kmgtp").find(unit[0]);
  const std::string_view rest = std::string_view(unit).substr(1);
  if (power == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib")) return {};
  return Scale{0, 10 * (static_cast<int>(power) + 1)};
}

}  // namespace

Bytes parse_size(std::string_view text) {
  const Quantity quantity = parse_quantity(text, "a size of 0 B or more, as in 64 KiB");
  const auto scale = size_scale(quantity.unit);
  if (!scale) refuse_size_unit(text, quantity.unit);
  return whole_bytes(text, quantity.number, *scale);
}

double parse_bandwidth(std::string_view text) {
  const Quantity quantity = parse_quantity(text, "a bandwidth above 0, as in 450 GB/s");
  const auto scale = bandwidth_scale(quantity.unit);
  if (!scale) refuse_bandwidth_unit(text, quantity.unit);
  const auto value = to_real(quantity.number, scale->tens, scale->twos);
  if (!value) throw std::invalid_argument(quote(text) + " is beyond the range of numbers");
  if (*value == 0) throw std::invalid_argument(quote(text) + " is zero: a bandwidth is above 0");
  return *value;
}

Duration parse_time(std::string_view text) {
  const Quantity quantity = parse_quantity(text, "a time of 0 s or more, as in 150 ns");
  const auto scale = find_scale(time_units, quantity.unit);
  if (!scale) refuse_time_unit(text, quantity.unit);
  const WholeNumber whole = to_whole(quantity.number, scale->tens, 0);
  const std::int64_t ticks = whole.fit == Fit::fraction ? rounded(quantity.number, scale->tens) : whole.value;
  if (whole.fit == Fit::overflow || Duration(ticks) > Duration::max() / 4) {
    throw std::invalid_argument(quote(text) + " is too long: a time is at most 26 days");
  }
  return Duration(ticks);
}

Bytes parse_nccl_size(std::string_view text) {
  const Quantity quantity = parse_quantity(text, "a size as in 8, 64K or 1G");
  const auto scale = nccl_scale(lower(quantity.unit));
  if (!scale) {
    throw std::invalid_argument(quote(text) + " has an unknown unit " + quote(quantity.unit) +
                                ": write a size as in 8, 64K, 128M or 1G (powers of 1024, as in nccl-tests)");
  }
  return whole_bytes(text, quantity.number, *scale);
}

double parse_number(std::string_view text) {
  const Quantity quantity = parse_quantity(text, "a number of 0 or more, as in 0.95");
  if (!quantity.unit.empty()) throw std::invalid_argument(quote(text) + " is no plain decimal number");
  const auto value = to_real(quantity.number, 0, 0);
  if (!value) throw std::invalid_argument(quote(text) + " is beyond the range of numbers");
  return *value;
}

std::uint64_t parse_whole(std::string_view text) {
  parse_quantity(text, "a whole number of 0 or more, as in 8");  // for its refusals, which say more
  const std::string_view digits = trimmed(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size()) {
    throw std::invalid_argument(quote(text) + " is no whole number: write decimal digits alone");
  }
  if (error != std::errc{}) throw std::invalid_argument(quote(text) + " is too large: at most 18446744073709551615");
  return value;
}

std::string format_size(Bytes bytes) {
  constexpr std::array<std::pair<Bytes, const char*>, 7> units{{{Bytes{1} << 40, " TiB"},
                                                                {Bytes{1} << 30, " GiB"},
                                                                {Bytes{1} << 20, " MiB"},
                                                                {Bytes{1} << 10, " KiB"},
                                                                {1'000'000'000'000, " TB"},
                                                                {1'000'000'000, " GB"},
                                                                {1'000'000, " MB"}}};
  std::string shortest = std::to_string(bytes) + " B";
  for (const auto& [unit, name] : units) {
    if (bytes == 0 || bytes % unit != 0) continue;
    const std::string candidate = std::to_string(bytes / unit) + name;
    if (candidate.size() <= shortest.size() && candidate != shortest) shortest = candidate;
  }
  return shortest;
}

std::string format_bandwidth(double bytes_per_second) {
  constexpr std::array<std::pair<int, const char*>, 5> units{
      {{12, " TB/s"}, {9, " GB/s"}, {6, " MB/s"}, {3, " kB/s"}, {0, " B/s"}}};
  std::array<char, 40> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), bytes_per_second, std::chars_format::scientific);
  const std::string text(buffer.data(), end);
  const std::size_t mark = text.find('e');
  std::string digits = text.substr(0, mark);
  digits.erase(std::remove(digits.begin(), digits.end(), '.'), digits.end());
  const int exponent = std::stoi(text.substr(mark + 1));
  constexpr int readable = 20;
  if (exponent > readable || exponent < -readable) return text + " B/s";
  const auto unit = std::find_if(units.begin(), units.end() - 1, [&](const auto& u) { return exponent >= u.first; });
  return with_point(digits, exponent - unit->first + 1) + unit->second;
}

std::string format_time(Duration time) {
  constexpr std::array<std::pair<int, const char*>, 5> units{
      {{12, " s"}, {9, " ms"}, {6, " us"}, {3, " ns"}, {0, " ps"}}};
  if (time == Duration::zero()) return "0 ns";
  const std::string digits = std::to_string(time.count());
  const int length = static_cast<int>(digits.size());
  const auto unit = std::find_if(units.begin(), units.end() - 1, [&](const auto& u) { return length > u.first; });
  return with_point(digits, length - unit->first) + unit->second;
}

}  // namespace collsim
