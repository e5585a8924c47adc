#include "collective/tree_program.h"

#include <bit>

#include "collective/powers.h"

namespace collsim {
namespace {

Problem with_channels(Problem problem, std::size_t factor) {
  problem.channels *= static_cast<int>(factor);
  return problem;
}

std::vector<int> steps_of(const Problem& problem) {
  return phases_of_one_step((problem.op == Op::all_reduce ? 2 : 1) * ceil_log2(problem.ranks));
}

}  // namespace

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

TreeProgram::TreeProgram(const Problem& problem, std::vector<Seating> trees)
    : WholeBuffer(with_channels(problem, trees.size()), steps_of(problem)),
      tree_(problem.ranks),
      trees_(std::move(trees)),
      up_phases_(problem.op == Op::broadcast ? 0 : tree_.levels()) {}

void TreeProgram::sends(Cell cell, Rank rank, std::vector<Transfer>& out) const {
  const Seating& seats = seating(cell);
  const int place = seats.place(rank);
  const int at = level(cell);
  const auto send = [&](int to, Action action) { out.push_back({rank, seats.rank(to), bytes(cell), action}); };
  if (goes_up(cell)) {
    if (tree_.hangs(place, at)) send(tree_.parent(place), Action::reduce);
    return;
  }
  if (tree_.holds_lower(place, at)) send(place - (1 << at), Action::copy);
  if (tree_.holds_upper(place, at)) send(place + (1 << at), Action::copy);
}

int TreeProgram::receives(Cell cell, Rank rank) const {
  const int place = seating(cell).place(rank);
  const int at = level(cell);
  if (!goes_up(cell)) return tree_.hangs(place, at) ? 1 : 0;
  return (tree_.holds_lower(place, at) ? 1 : 0) + (tree_.holds_upper(place, at) ? 1 : 0);
}

int TreeProgram::level(Cell cell) const {
  return goes_up(cell) ? cell.phase : tree_.levels() - 1 - (cell.phase - up_phases_);
}

}  // namespace collsim
