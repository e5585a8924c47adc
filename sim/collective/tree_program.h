#pragma once

#include <vector>

#include "collective/seating.h"
#include "collective/whole_buffer.h"

namespace collsim {

/// The tree that NCCL builds over places 0 … N-1: place 0 is the root and has one child; a place's level is the
/// position of its lowest set bit, so that odd places are leaves; inner places have two children at most.
class BinaryTree {
 public:
  explicit BinaryTree(int places) : places_(places) {}

  int levels() const;
  /// Whether `place` hangs from its parent at this level.
  bool hangs(int place, int level) const;
  /// Requires: place != 0.
  int parent(int place) const;
  /// The child of this level that is numbered below `place`, and the one above.
  bool holds_lower(int place, int level) const;
  bool holds_upper(int place, int level) const;

 private:
  int places_;
};

/// all_reduce up and down binary trees, broadcast down and reduce up: a phase a level, so that chunks follow each other
/// and the reducing half of one overlaps the broadcasting half of another. With several trees each carries an equal
/// part of the data in a channel of its own: channel i plays tree i mod (number of trees).
class TreeProgram final : public WholeBuffer {
 public:
  /// `trees` says for each who sits where. `problem.channels` counts copies of all of them.
  TreeProgram(const Problem& problem, std::vector<Seating> trees);

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override;
  int receives(Cell cell, Rank rank) const override;

 private:
  const Seating& seating(Cell cell) const { return trees_[static_cast<std::size_t>(cell.channel) % trees_.size()]; }
  bool goes_up(Cell cell) const { return cell.phase < up_phases_; }
  int level(Cell cell) const;

  BinaryTree tree_;
  std::vector<Seating> trees_;
  int up_phases_;
};

}  // namespace collsim
