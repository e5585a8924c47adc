#pragma once

#include "base/units.h"
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
};

/// Part `index` of `count`, in elements: parts differ by one at most, the larger first.
constexpr Bytes part(Bytes elements, int count, int index) {
  return elements / count + (index < elements % count ? 1 : 0);
}

/// How the buffer is cut: channels first, then chunks, then blocks. What a block is depends on the operation:
///   all_reduce, reduce_scatter, all_gather   part b of every rank's whole buffer, b = 0 … N-1
///   all_to_all                               block s·N + d goes from rank s to rank d: part d of s's input
///   send_recv                                block s is the whole message of rank s
///   broadcast, reduce, scatter, gather       part b of the root's buffer
class Blocks {
 public:
  explicit Blocks(const Problem& problem) : problem_(problem) {}

  Bytes bytes(int channel, int chunk, Block block) const;
  Block count() const;
  /// Every block of this (channel, chunk) has the same size.
  bool even(int channel, int chunk) const { return elements(channel, chunk) % problem_.ranks == 0; }

 private:
  Bytes elements(int channel, int chunk) const;

  Problem problem_;
};

}  // namespace collsim
