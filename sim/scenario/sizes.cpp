#include "scenario/sizes.h"

#include <stdexcept>

namespace collsim {
namespace {

constexpr std::size_t max_sizes = 10'000;
constexpr std::array range_keys{KnownWord{"from"}, KnownWord{"to"}, KnownWord{"factor"}, KnownWord{"step"}};

/// Whole elements, downwards; one at least, unless nothing was asked for.
void append_rounded(std::vector<Bytes>& sizes, Bytes size, Bytes element) {
  const Bytes rounded = size == 0 ? 0 : std::max(size - size % element, element);
  if (!sizes.empty() && sizes.back() == rounded) return;
  if (sizes.size() == max_sizes)
    throw std::invalid_argument("this makes more than 10000 sizes: take a larger step or factor");
  sizes.push_back(rounded);
}

bool is_whole(const Fields& collective, Value at, std::string_view key, Bytes size, Bytes element) {
  if (size % element == 0) return true;
  complain(collective.diagnostics(), at, key,
           format_size(size) + " is no whole number of elements of " + std::to_string(element) +
               " bytes each: " + std::to_string(size - size % element) + " or " +
               std::to_string(size - size % element + element) + " bytes would be");
  return false;
}

std::vector<Bytes> read_list(const Fields& collective, Value list, Bytes element) {
  std::vector<Bytes> sizes;
  for (const Value& item : list.items()) {
    const auto size = to_size(item, "sizes", collective.diagnostics());
    if (size && is_whole(collective, item, "sizes", *size, element)) sizes.push_back(*size);
  }
  if (list.count() == 0) complain(collective.diagnostics(), list, "sizes", "the list is empty");
  return sizes;
}

bool is_rising(const Fields& range, Bytes from, Bytes to) {
  if (from <= to) return true;
  range.complain("to", format_size(to) + " is less than 'from', " + format_size(from));
  return false;
}

std::vector<Bytes> read_geometric(const Fields& range, Bytes from, Bytes to, Bytes element) {
  const auto factor = range.positive("factor");
  if (factor && *factor <= 1) range.complain("factor", "is not above 1: write, for example, factor: 2");
  if (from == 0) range.complain("from", "0 B times a factor stays 0 B: begin with 1 B or more");
  if (!factor || *factor <= 1 || from == 0) return {};
  return geometric_sizes(from, to, *factor, element);
}

std::vector<Bytes> read_arithmetic(const Fields& range, Bytes from, Bytes to, Bytes element) {
  const auto step = range.size("step");
  if (step && *step == 0) range.complain("step", "0 B leads nowhere: write, for example, step: 1 MiB");
  if (!step || *step == 0) return {};
  return arithmetic_sizes(from, to, *step, element);
}

std::vector<Bytes> read_range(Value value, Bytes element, Diagnostics& diagnostics) {
  const Fields range(value, "sizes", range_keys, diagnostics);
  range.require("from", "8 B");
  range.require("to", "1 GiB");
  const auto from = range.size("from");
  const auto to = range.size("to");
  if (range.has("factor") == range.has("step")) {
    range.complain("sizes", "exactly one of factor and step is wanted, as in {from: 8 B, to: 1 GiB, factor: 2}");
    return {};
  }
  if (!from || !to || !is_rising(range, *from, *to)) return {};
  try {
    return range.has("step") ? read_arithmetic(range, *from, *to, element) : read_geometric(range, *from, *to, element);
  } catch (const std::invalid_argument& e) {
    range.complain("sizes", e.what());
    return {};
  }
}

}  // namespace

std::vector<Bytes> geometric_sizes(Bytes from, Bytes to, double factor, Bytes element) {
  std::vector<Bytes> sizes;
  // Factors near 1 would otherwise walk billions of steps that round to the same few sizes.
  constexpr int max_steps = 1'000'000;
  int steps = 0;
  for (double size = static_cast<double>(from); size <= static_cast<double>(to); size *= factor) {
    if (++steps > max_steps) throw std::invalid_argument("the factor is too close to 1");
    append_rounded(sizes, std::min(static_cast<Bytes>(std::min(size, 0x1p62)), to), element);
  }
  return sizes;
}

std::vector<Bytes> arithmetic_sizes(Bytes from, Bytes to, Bytes step, Bytes element) {
  std::vector<Bytes> sizes;
  append_rounded(sizes, from, element);
  for (Bytes size = from; size <= to - step;) {
    size += step;
    append_rounded(sizes, size, element);
  }
  return sizes;
}

std::vector<Bytes> read_sizes(const Fields& collective, Bytes element) {
  if (const auto sizes = collective.find("sizes")) {
    const bool list = sizes->is(Value::Kind::sequence);
    return list ? read_list(collective, *sizes, element) : read_range(*sizes, element, collective.diagnostics());
  }
  const auto size = collective.size("size");
  if (!size || !is_whole(collective, *collective.find("size"), "size", *size, element)) return {};
  return {*size};
}

}  // namespace collsim
