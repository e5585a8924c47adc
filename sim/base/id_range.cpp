#include "base/id_range.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "base/error.h"

namespace collsim {
namespace {

constexpr std::uint64_t max_ids = 10'000'000;
constexpr std::size_t max_ranges = 16;
constexpr std::size_t max_letters = 256;

/// One run of numbers, printed with at least `width` digits.
struct Run {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::size_t width = 0;
};

/// A literal text and the bracket behind it; the last part of a pattern may have no bracket.
struct Part {
  std::string_view literal;
  std::vector<Run> runs;
};

[[noreturn]] void refuse(std::string_view pattern, const std::string& why) {
  throw std::invalid_argument(quote(pattern) + ' ' + why);
}

std::uint64_t parse_index(std::string_view pattern, std::string_view digits) {
  constexpr std::size_t longest = 18;
  const bool all_digits = std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || !all_digits) refuse(pattern, "has a range that is not of the form [0-15] or [0-7,9]");
  if (digits.size() > longest) refuse(pattern, "has a number of more than 18 digits");
  std::uint64_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

Run parse_run(std::string_view pattern, std::string_view item) {
  const std::size_t dash = item.find('-');
  const std::string_view low = item.substr(0, dash);
  const std::string_view high = dash == std::string_view::npos ? low : item.substr(dash + 1);
  const std::uint64_t first = parse_index(pattern, low);
  const std::uint64_t last = parse_index(pattern, high);
  if (last < first) {
    refuse(pattern, "has a falling range: write [" + std::string(high) + '-' + std::string(low) + ']');
  }
  const bool padded = low.size() > 1 && low[0] == '0';
  return {first, last - first + 1, padded ? low.size() : 0};
}

std::vector<Run> parse_runs(std::string_view pattern, std::string_view inside) {
  std::vector<Run> runs;
  while (true) {
    const std::size_t comma = inside.find(',');
    runs.push_back(parse_run(pattern, inside.substr(0, comma)));
    if (comma == std::string_view::npos) return runs;
    inside.remove_prefix(comma + 1);
  }
}

std::vector<Part> parse_parts(std::string_view pattern) {
  if (pattern.empty()) throw std::invalid_argument("an id is empty");
  std::vector<Part> parts;
  std::string_view rest = pattern;
  while (!rest.empty()) {
    const std::size_t open = rest.find_first_of("[]");
    Part part{rest.substr(0, open), {}};
    if (open == std::string_view::npos) {
      rest = {};
    } else {
      const std::size_t close = rest.find_first_of("[]", open + 1);
      if (rest[open] == ']') refuse(pattern, "has a ']' without a '[' before it");
      if (close == std::string_view::npos || rest[close] == '[') refuse(pattern, "has a '[' without its ']'");
      part.runs = parse_runs(pattern, rest.substr(open + 1, close - open - 1));
      rest.remove_prefix(close + 1);
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

void refuse_excess(std::string_view pattern, const std::vector<Part>& parts) {
  std::size_t letters = 0;
  for (const Part& part : parts) letters += part.literal.size();
  if (letters > max_letters) refuse(pattern, "is longer than 256 characters");
  if (parts.size() > max_ranges) refuse(pattern, "has more than 16 ranges");
}

std::size_t count_parts(std::string_view pattern, const std::vector<Part>& parts) {
  refuse_excess(pattern, parts);
  std::uint64_t total = 1;
  for (const Part& part : parts) {
    std::uint64_t here = part.runs.empty() ? 1 : 0;
    for (const Run& run : part.runs) here = std::min(here + std::min(run.count, max_ids + 1), max_ids + 1);
    total *= here;
    if (total > max_ids) refuse(pattern, "stands for more than 10 million ids");
  }
  return static_cast<std::size_t>(total);
}

void append_number(std::string& id, std::uint64_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  if (digits.size() < width) id.append(width - digits.size(), '0');
  id += digits;
}

void expand_from(const std::vector<Part>& parts, std::size_t at, const std::string& prefix,
                 std::vector<std::string>& ids) {
  if (at == parts.size()) {
    ids.push_back(prefix);
    return;
  }
  const std::string stem = prefix + std::string(parts[at].literal);
  if (parts[at].runs.empty()) expand_from(parts, at + 1, stem, ids);
  for (const Run& run : parts[at].runs) {
    for (std::uint64_t i = 0; i < run.count; ++i) {
      std::string id = stem;
      append_number(id, run.first + i, run.width);
      expand_from(parts, at + 1, id, ids);
    }
  }
}

}  // namespace

std::size_t count_ids(std::string_view pattern) { return count_parts(pattern, parse_parts(pattern)); }

std::vector<std::string> expand_ids(std::string_view pattern) {
  const std::vector<Part> parts = parse_parts(pattern);
  std::vector<std::string> ids;
  ids.reserve(count_parts(pattern, parts));
  expand_from(parts, 0, {}, ids);
  return ids;
}

}  // namespace collsim
