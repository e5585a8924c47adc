#pragma once

#include <cstdint>

namespace collsim::test {

/// Small numbers that are the same on every machine (splitmix64, Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// 0 … bound − 1; the slight favour to small values does not matter here. Requires: bound > 0.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  /// low … high.
  int between(int low, int high) { return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low + 1))); }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace collsim::test
