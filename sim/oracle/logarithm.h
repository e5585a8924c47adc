#pragma once

#include <bit>

namespace collsim::oracle {

/// ⌊log2 n⌋ and ⌈log2 n⌉. Requires: n >= 1.
constexpr int floor_log2(int n) { return std::bit_width(static_cast<unsigned>(n)) - 1; }
constexpr int ceil_log2(int n) { return std::bit_width(static_cast<unsigned>(n - 1)); }

}  // namespace collsim::oracle
