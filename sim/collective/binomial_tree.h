#pragma once

#include <algorithm>
#include <bit>

#include "collective/powers.h"

namespace collsim {

/// The binomial tree over places 0 … N-1, place 0 the root: place v hangs from v without its lowest set bit, and that
/// bit's position is its level. The places below v, v among them, are v, v+1, ….
class BinomialTree {
 public:
  explicit BinomialTree(int places) : places_(places) {}

  int levels() const { return ceil_log2(places_); }
  /// Whether `place` hangs from its parent, place - 2^level, at this level.
  bool hangs(int place, int level) const {
    return place != 0 && std::countr_zero(static_cast<unsigned>(place)) == level;
  }
  /// Whether `place` has a child, place + 2^level, at this level.
  bool holds(int place, int level) const {
    const int distance = 1 << level;
    return place % (2 * distance) == 0 && place + distance < places_;
  }
  /// How many places there are below `place`, itself included. Requires: place > 0.
  int below(int place) const { return std::min(place & -place, places_ - place); }

 private:
  int places_;
};

}  // namespace collsim
