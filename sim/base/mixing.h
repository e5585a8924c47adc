#pragma once

#include <cstdint>

namespace collsim {

/// Spreads the bits of a number over all 64: the last steps of splitmix64 (Steele, Lea & Flood, OOPSLA 2014).
constexpr std::uint64_t mixed_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

}  // namespace collsim
