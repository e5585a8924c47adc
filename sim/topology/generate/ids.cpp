#include "topology/generate/ids.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace collsim {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The number in an id that a run counts: text[begin, begin + length).
struct Counter {
  std::size_t begin = 0, length = 0;
  bool operator==(const Counter&) const = default;
};

/// A number that no leading zero makes a text, and that fits.
std::optional<std::uint64_t> number_at(const std::string& id, std::size_t begin, std::size_t& length) {
  constexpr std::size_t longest = 9;
  length = 0;
  while (begin + length < id.size() && is_digit(id[begin + length])) ++length;
  if (length == 0 || length > longest || (length > 1 && id[begin] == '0')) return {};
  return std::stoull(id.substr(begin, length));
}

/// Where `after` is `before` with one number increased by one: that number in `after`.
std::optional<Counter> counted_up(const std::string& before, const std::string& after) {
  auto differs = static_cast<std::size_t>(
      std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first - before.begin());
  while (differs > 0 && is_digit(before[differs - 1])) --differs;
  std::size_t old_length = 0, new_length = 0;
  const auto old_number = number_at(before, differs, old_length);
  const auto new_number = number_at(after, differs, new_length);
  if (!old_number || !new_number || *new_number != *old_number + 1) return {};
  if (before.compare(differs + old_length, std::string::npos, after, differs + new_length) != 0) return {};
  return Counter{differs, new_length};
}

/// One side of a run that grows id by id.
class Side {
 public:
  explicit Side(std::span<const std::string> ids) : ids_(ids) {}

  /// Whether id `next` carries on the run that began at `first`.
  bool continues(std::size_t first, std::size_t next) const {
    if (ids_.size() == 1) return true;
    const auto counter = counted_up(ids_[next - 1], ids_[next]);
    if (!counter) return false;
    return next == first + 1 || counted_up(ids_[next - 2], ids_[next - 1])->begin == counter->begin;
  }

  /// The pattern of the ids [first, end).
  std::string pattern(std::size_t first, std::size_t end) const {
    if (ids_.size() == 1) return ids_[0];
    if (end == first + 1) return ids_[first];
    const Counter last = *counted_up(ids_[end - 2], ids_[end - 1]);
    std::size_t length = 0;
    const std::uint64_t low = *number_at(ids_[first], last.begin, length);
    const std::string& id = ids_[end - 1];
    return id.substr(0, last.begin) + '[' + std::to_string(low) + '-' + id.substr(last.begin, last.length) + ']' +
           id.substr(last.begin + last.length);
  }

 private:
  std::span<const std::string> ids_;
};

}  // namespace

Ids numbered(const std::string& stem, std::size_t count) {
  if (count > most_generated_nodes) throw std::length_error("this makes more than 4 million nodes");
  Ids ids;
  ids.reserve(count);
  for (std::size_t i = 0; i < count; ++i) ids.push_back(stem + std::to_string(i));
  return ids;
}

std::vector<std::pair<std::string, std::string>> pair_patterns(std::span<const std::string> from,
                                                               std::span<const std::string> to) {
  assert(from.size() == to.size() || from.size() == 1 || to.size() == 1);
  const Side left(from), right(to);
  const std::size_t count = from.empty() || to.empty() ? 0 : std::max(from.size(), to.size());
  std::vector<std::pair<std::string, std::string>> pairs;
  for (std::size_t first = 0; first < count;) {
    std::size_t end = first + 1;
    while (end < count && left.continues(first, end) && right.continues(first, end)) ++end;
    pairs.emplace_back(left.pattern(first, end), right.pattern(first, end));
    first = end;
  }
  return pairs;
}

Ids patterns(std::span<const std::string> ids) {
  Ids found;
  for (auto& [pattern, same] : pair_patterns(ids, ids)) found.push_back(std::move(pattern));
  return found;
}

}  // namespace collsim
