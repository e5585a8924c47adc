#pragma once

#include <functional>

#include "collective/problem.h"

namespace collsim {

/// What an operation starts from and what it promises, in blocks (see Blocks). For the verifier.
class Contract {
 public:
  /// `parts` is the program's Shape::parts.
  explicit Contract(const Problem& problem, int parts = 0)
      : problem_(problem), parts_(parts > 0 ? parts : problem.ranks) {}

  /// The blocks to which `rank` brings a contribution.
  void initial(Rank rank, const std::function<void(Block)>& visit) const;
  /// The blocks that `rank` must hold at the end, complete.
  void promised(Rank rank, const std::function<void(Block)>& visit) const;
  /// Who contributes to a complete block: every rank, or one alone.
  bool reduces() const;
  Rank owner(Block block) const;

 private:
  Problem problem_;
  Block parts_;
};

}  // namespace collsim
