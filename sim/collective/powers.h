#pragma once

#include <bit>

namespace collsim {

/// Requires: n >= 1.
constexpr bool is_power_of_two(int n) { return std::has_single_bit(static_cast<unsigned>(n)); }

/// The greatest power of two that is at most n. Requires: n >= 1.
constexpr int floor_power(int n) { return static_cast<int>(std::bit_floor(static_cast<unsigned>(n))); }

/// The least power of two that is at least n. Requires: n >= 1.
constexpr int ceil_power(int n) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(n))); }

/// ⌊log2 n⌋ and ⌈log2 n⌉. Requires: n >= 1.
constexpr int floor_log2(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n))) - 1; }
constexpr int ceil_log2(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1))); }

}  // namespace collsim
