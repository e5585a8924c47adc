#pragma once

#include <vector>

#include "base/units.h"
#include "collective/byte_matrix.h"
#include "collective/hierarchy.h"
#include "collective/operation.h"
#include "collective/program.h"

namespace collsim {

/// What a program is made for: plain facts, no nodes.
struct Problem {
  Op op = Op::all_reduce;
  int ranks = 1;
  Bytes size = 0;     ///< M, a multiple of `element`
  Bytes element = 1;  ///< blocks are cut between elements
  int channels = 1;
  int chunks = 1;
  Rank root = 0;
  Hierarchy hierarchy{};  ///< for those who work tier by tier, or node by node (then two tiers)
  /// For rings: the order in which channel c goes round, orders[c mod their number]; empty: in rank order. Each is a
  /// permutation of the ranks.
  std::vector<std::vector<Rank>> orders{};
  /// For an uneven all_to_all: what each rank sends to each, in whole elements, instead of equal parts of `size`, which
  /// is then its largest_buffer(). Belongs to the caller.
  const ByteMatrix* matrix = nullptr;
};

/// Part `index` of `count`, in elements: parts differ by one at most, the larger first.
constexpr Bytes part(Bytes elements, int count, int index) {
  if (count == 1) return elements;  // most often; a division costs more than a transfer's other arithmetic
  return elements / count + (index < elements % count ? 1 : 0);
}

/// Blocks first, first + stride, … (`count` of them), block n of n being block 0 again: within one lap, that is
/// |stride|·(count - 1) < n.
struct Run {
  Block first = 0;
  Block stride = 1;
  Block count = 0;
};

/// How the buffer is cut: channels first, then chunks, then blocks. What a block is depends on the operation:
///   all_reduce, reduce_scatter, all_gather   part b of every rank's whole buffer, b = 0 … N-1; with a hierarchy it is
///                                            cut tier by tier, and block b is where rank b's coordinates lead
///   all_to_all                               block s·N + d goes from rank s to rank d: part d of s's input, or what
///                                            the matrix says, which is then cut in channels and chunks by itself
///   send_recv                                block s is the whole message of rank s
///   broadcast, reduce, scatter, gather       part b of the root's buffer
class Blocks {
 public:
  /// `parts` is the program's Shape::parts: with it the buffer is cut evenly, not by tier.
  explicit Blocks(const Problem& problem, int parts = 0);

  Bytes bytes(int channel, int chunk, Block block) const;
  /// Of all blocks of the run. Requires: no hierarchy, no matrix, and not send_recv.
  Bytes bytes(int channel, int chunk, const Run& run) const;
  void visit(const Run& run, const std::function<void(Block)>& each) const;
  /// All blocks that share the rank's coordinates up to `tier`: the piece of that tier. Requires: a hierarchy, or tier
  /// 0.
  Bytes bytes_of_piece(int channel, int chunk, Rank rank, int tier) const;
  Block count() const;
  /// Every block of this (channel, chunk) has the same size.
  bool even(int channel, int chunk) const { return !uneven() && elements(channel, chunk) % parts_ == 0; }
  /// A matrix says what each block has, so that it matters where a block comes from.
  bool uneven() const { return problem_.matrix != nullptr; }

 private:
  /// Of `bytes` those that are this channel's and chunk's, in elements.
  Bytes cut(Bytes bytes, int channel, int chunk) const;
  Bytes elements(int channel, int chunk) const { return cut(problem_.size, channel, chunk); }
  bool cut_by_tier() const;

  Problem problem_;
  int parts_;
};

}  // namespace collsim
