#include "result/text.h"

#include <array>
#include <charconv>

namespace collsim {
namespace {

std::string blanks(std::size_t used, std::size_t width) {
  return std::string(width > used ? width - used : std::size_t{0}, ' ');
}

}  // namespace

std::string shortest(double value) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end};
}

std::string fixed(double value, int decimals) {
  // The largest double has 309 digits before the point.
  std::array<char, 400> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  return {buffer.data(), end};
}

std::string six_digits(double value) {
  std::array<char, 32> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6);
  return {buffer.data(), end};
}

std::string nccl_float(double value) {
  if (value < 1e4) return fixed(value, 2);
  return fixed(value, value < 1e5 ? 1 : 0);
}

std::string right_aligned(std::string_view text, std::size_t width) { return blanks(text.size(), width).append(text); }

std::string left_aligned(std::string_view text, std::size_t width) {
  return std::string(text) + blanks(text.size(), width);
}

}  // namespace collsim
