#pragma once

#include <vector>

#include "collective/seating.h"

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

/// One level of a tree, on the way up to the root or down from it.
struct TreeStep {
  bool up = true;
  int level = 0;
};

/// A binary tree with members in its places: who sends to whom in a step.
class SeatedTree {
 public:
  SeatedTree(int members, Seating seats) : tree_(members), seats_(seats) {}

  int levels() const { return tree_.levels(); }
  /// All levels up, then all down. Requires: 0 <= index < 2 levels.
  TreeStep up_and_down(int index) const {
    return index < levels() ? TreeStep{true, index} : TreeStep{false, 2 * levels() - 1 - index};
  }

  /// Calls receiver(to) for every member that `member` sends to.
  template <class Receiver>
  void sends(TreeStep step, int member, Receiver receiver) const {
    const int place = seats_.place(member);
    const int distance = 1 << step.level;
    if (step.up) {
      if (tree_.hangs(place, step.level)) receiver(seats_.rank(tree_.parent(place)));
      return;
    }
    if (tree_.holds_lower(place, step.level)) receiver(seats_.rank(place - distance));
    if (tree_.holds_upper(place, step.level)) receiver(seats_.rank(place + distance));
  }
  int receives(TreeStep step, int member) const;

 private:
  BinaryTree tree_;
  Seating seats_;
};

/// Two trees in which a leaf of one is an inner place of the other (Sanders, Speck & Träff, Parallel Comput. 35(12),
/// 2009; NCCL's src/graph/trees.cc). The second is the first mirrored where the number of members is even, and shifted
/// by one where it is odd: mirrored it would leave the leaves leaves.
std::vector<SeatedTree> double_trees(int members);

}  // namespace collsim
