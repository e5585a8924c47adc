#pragma once

#include <cstdint>
#include <vector>

namespace collsim {

/// Numbers 0, 1, … for things that come and go in a table: the one given back last is taken first, a new one only when
/// none is free. A number that equals the size of the table calls for one more place there.
class Slots {
 public:
  std::uint32_t take() {
    if (free_.empty()) return next_++;
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  /// Requires: taken, and not given back since.
  void give_back(std::uint32_t slot) { free_.push_back(slot); }

 private:
  std::uint32_t next_ = 0;
  std::vector<std::uint32_t> free_;
};

}  // namespace collsim
