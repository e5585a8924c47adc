#include "collective/seated_tree.h"

#include <bit>

#include "collective/powers.h"

namespace collsim {

int BinaryTree::levels() const { return ceil_log2(places_); }

bool BinaryTree::hangs(int place, int level) const {
  return place != 0 && std::countr_zero(static_cast<unsigned>(place)) == level;
}

int BinaryTree::parent(int place) const {
  const int bit = place & -place;
  const int above = (place ^ bit) | (2 * bit);
  return above < places_ ? above : place ^ bit;
}

bool BinaryTree::holds_lower(int place, int level) const { return hangs(place, level + 1); }

/// The offset of the upper child starts at half the lowest set bit and is halved until the child exists.
bool BinaryTree::holds_upper(int place, int level) const {
  const int offset = 1 << level;
  if (place % (2 * offset) != 0 || place + offset >= places_) return false;
  return hangs(place, level + 1) || place + 2 * offset >= places_;
}

int SeatedTree::receives(TreeStep step, int member) const {
  const int place = seats_.place(member);
  if (!step.up) return tree_.hangs(place, step.level) ? 1 : 0;
  return (tree_.holds_lower(place, step.level) ? 1 : 0) + (tree_.holds_upper(place, step.level) ? 1 : 0);
}

std::vector<SeatedTree> double_trees(int members) {
  const Seating second = members % 2 == 0 ? Seating::mirrored(members) : Seating::rotated(members, 1 % members);
  return {{members, Seating::rotated(members, 0)}, {members, second}};
}

}  // namespace collsim
