#include "base/error.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace collsim {
namespace {

constexpr std::size_t max_reported = 20;

std::string joined(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += (text.empty() ? "" : "\n") + to_string(d);
  return text;
}

/// Optimal string alignment distance, three rows of the table at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t differs = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + differs});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

std::size_t length_difference(std::string_view a, std::string_view b) {
  return a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
}

std::size_t utf8_boundary(std::string_view text, std::size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return at;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.file;
  if (diagnostic.mark.line > 0) {
    text += ':' + std::to_string(diagnostic.mark.line) + ':' + std::to_string(diagnostic.mark.column);
  }
  return text + ": error: " + diagnostic.message;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(joined(diagnostics)), diagnostics_(std::move(diagnostics)) {}

void Diagnostics::add(Mark mark, std::string message) { add({file_, mark, std::move(message)}); }

void Diagnostics::add(Diagnostic diagnostic) { found_.push_back(std::move(diagnostic)); }

void Diagnostics::throw_if_any() const {
  if (found_.empty()) return;
  std::vector<Diagnostic> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [this](const Diagnostic& a, const Diagnostic& b) {
    const auto position = [this](const Diagnostic& d) {
      const bool elsewhere = d.file != file_;
      return std::tuple(elsewhere, elsewhere ? std::string_view(d.file) : "", d.mark.line, d.mark.column);
    };
    return position(a) < position(b);
  });
  std::vector<Diagnostic> reported;
  std::set<std::string> seen;
  for (Diagnostic& d : sorted) {
    if (seen.insert(to_string(d)).second && reported.size() < max_reported) reported.push_back(std::move(d));
  }
  const std::size_t hidden = seen.size() - reported.size();
  if (hidden > 0) reported.push_back({file_, {}, std::to_string(hidden) + " more like these are not shown"});
  throw InputError(std::move(reported));
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::size_t least = word.size() / 3 + 1;
  std::string_view found;
  for (const std::string_view candidate : candidates) {
    if (length_difference(word, candidate) >= least) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      found = candidate;
    }
  }
  return found;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view found = nearest(word, candidates);
  return found.empty() ? "" : " (did you mean '" + std::string(found) + "'?)";
}

std::string quote(std::string_view text) {
  constexpr std::size_t longest = 60;
  const bool cut = text.size() > longest;
  std::string shown(cut ? text.substr(0, utf8_boundary(text, longest)) : text);
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return "'" + shown + (cut ? "...'" : "'");
}

}  // namespace collsim
