#include "collective/problem.h"

#include <algorithm>
#include <cstdlib>

namespace collsim {

Blocks::Blocks(const Problem& problem, int parts) : problem_(problem), parts_(parts > 0 ? parts : problem.ranks) {
  if (parts > 0) problem_.hierarchy = {};
}

Bytes Blocks::cut(Bytes bytes, int channel, int chunk) const {
  const Bytes of_channel = part(bytes / problem_.element, problem_.channels, channel);
  return part(of_channel, problem_.chunks, chunk);
}

Bytes Blocks::bytes(int channel, int chunk, Block block) const {
  if (uneven()) {
    const auto from = static_cast<Rank>(block / problem_.ranks);
    const auto to = static_cast<Rank>(block % problem_.ranks);
    return cut(problem_.matrix->bytes(from, to), channel, chunk) * problem_.element;
  }
  const Bytes all = elements(channel, chunk);
  if (problem_.op == Op::send_recv) return all * problem_.element;
  if (cut_by_tier()) return bytes_of_piece(channel, chunk, static_cast<Rank>(block), problem_.hierarchy.tiers() - 1);
  return part(all, parts_, static_cast<int>(block % parts_)) * problem_.element;
}

Bytes Blocks::bytes(int channel, int chunk, const Run& run) const {
  if (run.count == 0) return 0;
  const Block stride = std::abs(run.stride);
  const Block lowest = run.stride < 0 ? run.first + run.stride * (run.count - 1) : run.first;
  const Block first = (lowest % parts_ + parts_) % parts_;
  const auto below = [&](Block bound) {
    return std::clamp<Block>((bound - first + stride - 1) / stride, 0, run.count);
  };
  const Bytes all = elements(channel, chunk);
  const Block larger = all % parts_;
  const Block of_larger = below(larger) + below(parts_ + larger) - below(parts_);
  return (all / parts_ * run.count + of_larger) * problem_.element;
}

void Blocks::visit(const Run& run, const std::function<void(Block)>& each) const {
  for (Block i = 0; i < run.count; ++i) each(((run.first + i * run.stride) % parts_ + parts_) % parts_);
}

Bytes Blocks::bytes_of_piece(int channel, int chunk, Rank rank, int tier) const {
  const Hierarchy& h = problem_.hierarchy;
  Bytes piece = elements(channel, chunk);
  if (h.flat()) return part(piece, problem_.ranks, rank) * problem_.element;
  for (int t = 0; t <= tier; ++t) piece = part(piece, h.size(t), h.coordinate(rank, t));
  return piece * problem_.element;
}

bool Blocks::cut_by_tier() const {
  const bool whole_vector =
      problem_.op == Op::all_reduce || problem_.op == Op::reduce_scatter || problem_.op == Op::all_gather;
  return whole_vector && !problem_.hierarchy.flat();
}

Block Blocks::count() const {
  const Block n = problem_.ranks;
  return problem_.op == Op::all_to_all ? n * n : parts_;
}

}  // namespace collsim
