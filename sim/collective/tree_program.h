#pragma once

#include <vector>

#include "collective/over_heads.h"
#include "collective/seated_tree.h"

namespace collsim {

/// all_reduce up and down binary trees over the heads of nodes (every rank, without nodes), broadcast down and reduce
/// up: a phase a level, so that chunks follow each other and the reducing half of one overlaps the broadcasting half of
/// another. With several trees each carries an equal part of the data in a channel of its own: channel i plays tree i
/// mod (number of trees).
class TreeProgram final : public OverHeads {
 public:
  /// `trees` over the nodes. `problem.channels` counts copies of all of them.
  TreeProgram(const Problem& problem, Nodes nodes, std::vector<SeatedTree> trees);

 private:
  void heads_send(Cell cell, int phase, Rank head, std::vector<Transfer>& out) const override;
  int head_receives(Cell cell, int phase, Rank head) const override;

  const SeatedTree& tree(Cell cell) const { return trees_[static_cast<std::size_t>(cell.channel) % trees_.size()]; }
  TreeStep step(int phase) const;

  std::vector<SeatedTree> trees_;
  bool only_down_;
};

}  // namespace collsim
