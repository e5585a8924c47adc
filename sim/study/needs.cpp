#include "study/needs.h"

#include <numeric>
#include <utility>

namespace collsim {
namespace {

/// A rank's own part over all channels and chunks.
double own_part(const Blocks& blocks, const Problem& problem, Rank rank) {
  Bytes sum = 0;
  for (int channel = 0; channel < problem.channels; ++channel)
    for (int chunk = 0; chunk < problem.chunks; ++chunk) sum += blocks.bytes(channel, chunk, rank);
  return static_cast<double>(sum);
}

bool cut_by_rank(Op op) {
  return op == Op::all_gather || op == Op::reduce_scatter || op == Op::all_to_all || op == Op::scatter ||
         op == Op::gather;
}

}  // namespace

Needs::Needs(const Problem& problem, int parts, bool in_network) : problem_(problem), in_network_(in_network) {
  const Blocks blocks(problem_, parts);
  for (Rank r = 0; r < problem_.ranks; ++r)
    blocks_.push_back(cut_by_rank(problem_.op) && problem_.matrix == nullptr ? own_part(blocks, problem_, r) : 0);
}

double Needs::all_blocks() const { return std::accumulate(blocks_.begin(), blocks_.end(), 0.0); }

Needs::Crossing Needs::crossing(std::span<const char> inside) const {
  const auto size = static_cast<double>(problem_.size);
  double mine = 0;
  int members = 0;
  for (Rank r = 0; r < ranks(); ++r) {
    if (!inside[static_cast<std::size_t>(r)]) continue;
    mine += block(r);
    ++members;
  }
  if (members == 0 || members == ranks()) return {};
  const double others = all_blocks() - mine;
  const bool has_root = inside[static_cast<std::size_t>(problem_.root)] != 0;
  switch (problem_.op) {
    case Op::all_reduce:
      return {size, size};
    case Op::all_gather:
      return {mine, others};
    case Op::reduce_scatter:
      return {others, mine};
    case Op::broadcast:
      return has_root ? Crossing{size, 0} : Crossing{0, size};
    case Op::reduce:
      return has_root ? Crossing{0, size} : Crossing{size, 0};
    case Op::scatter:
      return has_root ? Crossing{others, 0} : Crossing{0, mine};
    case Op::gather:
      return has_root ? Crossing{0, others} : Crossing{mine, 0};
    case Op::all_to_all:
      if (problem_.matrix == nullptr) return {members * others, (ranks() - members) * mine};
      return crossing_of_pairs(inside);
    case Op::send_recv:
      return crossing_of_pairs(inside);
  }
  return {};
}

/// Whether send_recv has a message for the pair: of two ranks the first sends, of more each to the next.
bool Needs::passes(Rank from, Rank to) const {
  if (ranks() == 2) return from == 0 && to == 1;
  return to == (from + 1) % ranks();
}

Needs::Crossing Needs::crossing_of_pairs(std::span<const char> inside) const {
  Crossing sum;
  const auto add = [&](Rank from, Rank to, double bytes) {
    const bool from_in = inside[static_cast<std::size_t>(from)] != 0, to_in = inside[static_cast<std::size_t>(to)] != 0;
    if (from_in && !to_in) sum.out += bytes;
    if (!from_in && to_in) sum.in += bytes;
  };
  for (Rank from = 0; from < ranks(); ++from) {
    if (problem_.matrix == nullptr) {
      const Rank to = (from + 1) % ranks();
      if (passes(from, to)) add(from, to, static_cast<double>(problem_.size));
      continue;
    }
    for (Rank to = 0; to < ranks(); ++to) add(from, to, static_cast<double>(problem_.matrix->bytes(from, to)));
  }
  return sum;
}

Needs::Crossing Needs::of_rank(Rank rank) const {
  if (problem_.matrix != nullptr) {
    const Bytes stays = problem_.matrix->bytes(rank, rank);
    return {static_cast<double>(problem_.matrix->sent_by(rank) - stays),
            static_cast<double>(problem_.matrix->received_by(rank) - stays)};
  }
  std::vector<char> inside(static_cast<std::size_t>(ranks()), 0);
  inside[static_cast<std::size_t>(rank)] = 1;
  return crossing(inside);
}

std::optional<double> Needs::sent_by_all() const {
  if (in_network_) return {};
  const auto size = static_cast<double>(problem_.size);
  const double others = ranks() - 1;
  switch (problem_.op) {
    case Op::all_reduce:
      return 2 * others * size;
    case Op::broadcast:
    case Op::reduce:
      return others * size;
    case Op::all_gather:
    case Op::reduce_scatter:
      return others * all_blocks();
    case Op::all_to_all:
    case Op::scatter:
    case Op::gather:
    case Op::send_recv:
      break;
  }
  double sum = 0;
  for (Rank r = 0; r < ranks(); ++r) sum += of_rank(r).out;
  return sum;
}

bool Needs::connects(Rank from, Rank to) const {
  if (from == to) return false;
  switch (problem_.op) {
    case Op::all_reduce:
      return problem_.size > 0;
    case Op::all_gather:
      return block(from) > 0;
    case Op::reduce_scatter:
      return block(to) > 0;
    case Op::all_to_all:
      return problem_.matrix == nullptr ? block(to) > 0 : problem_.matrix->bytes(from, to) > 0;
    case Op::broadcast:
      return from == problem_.root && problem_.size > 0;
    case Op::reduce:
      return to == problem_.root && problem_.size > 0;
    case Op::scatter:
      return from == problem_.root && block(to) > 0;
    case Op::gather:
      return to == problem_.root && block(from) > 0;
    case Op::send_recv:
      return passes(from, to) && problem_.size > 0;
  }
  return false;
}

}  // namespace collsim
