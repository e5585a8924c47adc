#pragma once

#include <cstdint>
#include <string_view>

namespace collsim {

/// Spreads the bits of a number over all 64: the last steps of splitmix64 (Steele, Lea & Flood, OOPSLA 2014).
constexpr std::uint64_t mixed_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// One number of two, in which their order counts.
constexpr std::uint64_t mixed_bits(std::uint64_t a, std::uint64_t b) {
  return mixed_bits(mixed_bits(a + 0x9E3779B97F4A7C15ULL) * 0xD1B54A32D192ED03ULL + b);
}

/// Of a text's bytes.
constexpr std::uint64_t mixed_bits(std::string_view text) {
  std::uint64_t x = text.size();
  for (const char c : text) x = mixed_bits(x, static_cast<unsigned char>(c));
  return x;
}

}  // namespace collsim
