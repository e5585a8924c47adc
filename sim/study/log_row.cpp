#include "study/log_row.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <regex>

namespace collsim {
namespace {

struct Width {
  std::string_view dtype;
  Bytes bytes;
};

constexpr std::array widths{Width{"int8", 1},    Width{"uint8", 1},    Width{"char", 1},     Width{"f8e4m3", 1},
                            Width{"f8e5m2", 1},  Width{"fp8_e4m3", 1}, Width{"fp8_e5m2", 1}, Width{"half", 2},
                            Width{"float16", 2}, Width{"fp16", 2},     Width{"bfloat16", 2}, Width{"bf16", 2},
                            Width{"int32", 4},   Width{"uint32", 4},   Width{"int", 4},      Width{"float", 4},
                            Width{"float32", 4}, Width{"int64", 8},    Width{"uint64", 8},   Width{"double", 8},
                            Width{"float64", 8}};

constexpr std::array<std::string_view, 9> redops{"sum", "prod", "min", "max", "avg", "mulsum", "none", "all", "lor"};

bool starts_with_letter(const std::string& word) {
  return !word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) != 0;
}

bool is_redop(const std::string& word) { return std::find(redops.begin(), redops.end(), word) != redops.end(); }

/// A root: -1, or a rank.
bool is_root(const std::string& word) { return word == "-1" || whole_number(word).has_value(); }

int decimals(std::string_view text) {
  const auto point = text.find('.');
  if (point == std::string_view::npos) return 0;
  const auto end = text.find_first_of("eE", point);
  return static_cast<int>((end == std::string_view::npos ? text.size() : end) - point) - 1;
}

/// Whether `algbw` may be `bytes` over a time of `time` microseconds, each as printed. The hundredth is for tools that
/// round twice.
bool agree(double bytes, PrintedNumber time, PrintedNumber algbw) {
  constexpr double slack = 1.01, per_us = 1e3;
  const double least = bytes / (time.value + slack * time.half) / per_us - slack * algbw.half;
  const double shortest = time.value - slack * time.half;
  const double most = shortest > 0 ? bytes / shortest / per_us + slack * algbw.half : HUGE_VAL;
  return algbw.value >= least * (1 - 1e-9) && algbw.value <= most * (1 + 1e-9);
}

/// The unit in which the row's numbers fit together, of those that the context allows.
std::optional<TimeUnit> unit_of(Bytes size, PrintedNumber time, PrintedNumber algbw, bool twice,
                                const RowContext& context) {
  const double bytes = static_cast<double>(size);
  const PrintedNumber as_ms{time.value * 1e3, time.half * 1e3};
  const bool old_share = twice && context.ranks && *context.ranks > 1;
  const double part = old_share ? bytes * (*context.ranks - 1) / *context.ranks : bytes;
  const auto fits = [&](PrintedNumber t) { return agree(bytes, t, algbw) || agree(part, t, algbw); };
  if (context.unit != TimeUnit::milliseconds && fits(time)) return TimeUnit::microseconds;
  if (context.unit != TimeUnit::microseconds && fits(as_ms)) return TimeUnit::milliseconds;
  return {};
}

}  // namespace

std::optional<PrintedNumber> printed_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || at != end || !std::isfinite(value) || value < 0) return {};
  return PrintedNumber{value, 0.5 * std::pow(10.0, -decimals(text))};
}

std::optional<Bytes> whole_number(std::string_view text) {
  Bytes value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || at != end || value < 0) return {};
  return value;
}

std::vector<std::string> row_words(std::string_view line) {
  static const std::regex marks(R"(\[\d+(,\d+)?\](<std(out|err)>:?)?)");
  static const std::regex label(R"(^\s*(\([^)]*\)|[A-Za-z0-9_.-]+:)(?=\s))");
  std::string text = std::regex_replace(std::string(line), label, " ");
  text = std::regex_replace(text, marks, " ");
  text = std::regex_replace(text, label, " ");
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + ' ') {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

std::optional<RowHead> row_head(const std::vector<std::string>& words) {
  if (words.size() < 3) return {};
  const auto size = whole_number(words[0]), count = whole_number(words[1]);
  if (!size || !count || !starts_with_letter(words[2])) return {};
  if (!element_bytes(words[2]) && !(words.size() > 3 && is_redop(words[3]))) return {};
  RowHead head{*size, *count, words[2], {}, 3};
  if (words.size() > 3 && starts_with_letter(words[3]) && words[3] != "N/A") {
    head.redop = words[3];
    head.words = 4;
  }
  return head;
}

std::optional<Bytes> element_bytes(std::string_view dtype) {
  for (const Width& width : widths)
    if (width.dtype == dtype) return width.bytes;
  return {};
}

std::optional<RowGroup> row_group(const std::vector<std::string>& words, std::size_t at, Bytes size,
                                  const RowContext& context) {
  if (at + 3 > words.size()) return {};
  const auto time = printed_number(words[at]), algbw = printed_number(words[at + 1]);
  const auto busbw = printed_number(words[at + 2]);
  if (!time || !algbw || !busbw || time->value <= 0) return {};
  const auto unit = unit_of(size, *time, *algbw, words[at + 1] == words[at + 2], context);
  if (!unit) return {};
  const bool milliseconds = *unit == TimeUnit::milliseconds;
  const std::size_t errors = at + 3 < words.size() && (words[at + 3] == "N/A" || printed_number(words[at + 3])) ? 1 : 0;
  return RowGroup{time->value * (milliseconds ? 1e3 : 1), algbw->value, busbw->value, milliseconds, at + 3 + errors};
}

std::optional<RowGroup> group_behind(const RowHead& head, const std::vector<std::string>& words,
                                     const RowContext& context) {
  const std::size_t at = head.words;
  if (at < words.size() && is_root(words[at]))
    if (const auto group = row_group(words, at + 1, head.size, context)) return group;
  return row_group(words, at, head.size, context);
}

}  // namespace collsim
