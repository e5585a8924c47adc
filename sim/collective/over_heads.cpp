#include "collective/over_heads.h"

namespace collsim {
namespace {

Problem in_channels(Problem problem, int channels_each) {
  problem.channels *= channels_each;
  return problem;
}

}  // namespace

OverHeads::OverHeads(const Problem& problem, Nodes nodes, int channels_each, int phases)
    : WholeBuffer(in_channels(problem, channels_each), phases_of_one_step(2 * (nodes.size() - 1) + phases)),
      nodes_(std::move(nodes)),
      channels_each_(channels_each),
      copies_(problem.channels),
      phases_(phases) {}

void OverHeads::sends(Cell cell, Rank rank, std::vector<Transfer>& out) const {
  const int head = head_position(cell);
  const int place = nodes_.place(rank, head);
  const int among_heads = cell.phase - hops();
  const int down = among_heads - phases_;
  const auto send = [&](int to, Action action) {
    out.push_back({rank, nodes_.at_place(rank, head, to), bytes(cell), action});
  };
  if (among_heads < 0) {
    if (place == -among_heads) send(place - 1, Action::reduce);
  } else if (down < 0) {
    if (place == 0) heads_send(cell, among_heads, rank, out);
  } else if (place == down) {
    send(place + 1, Action::copy);
  }
}

int OverHeads::receives(Cell cell, Rank rank) const {
  const int place = nodes_.place(rank, head_position(cell));
  const int among_heads = cell.phase - hops();
  const int down = among_heads - phases_;
  if (among_heads < 0) return place == -among_heads - 1 ? 1 : 0;
  if (down >= 0) return place == down + 1 ? 1 : 0;
  return place == 0 ? head_receives(cell, among_heads, rank) : 0;
}

}  // namespace collsim
