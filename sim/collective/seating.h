#pragma once

#include "collective/program.h"

namespace collsim {

/// Who sits where: rooted algorithms are drawn for places 0 … N-1, with the root in place 0, and played by ranks.
class Seating {
 public:
  /// The root takes place 0 and the others follow in rank order.
  static Seating rotated(int ranks, Rank root) { return Seating(ranks, root, 1); }
  /// Rank r takes place N-1-r.
  static Seating mirrored(int ranks) { return Seating(ranks, ranks - 1, -1); }

  int place(Rank rank) const { return wrap(direction_ * (rank - root_)); }
  Rank rank(int place) const { return wrap(root_ + direction_ * place); }

 private:
  Seating(int ranks, Rank root, int direction) : ranks_(ranks), root_(root), direction_(direction) {}
  int wrap(int i) const { return (i % ranks_ + ranks_) % ranks_; }

  int ranks_;
  Rank root_;
  int direction_;
};

}  // namespace collsim
