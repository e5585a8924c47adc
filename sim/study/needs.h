#pragma once

#include <optional>
#include <span>
#include <vector>

#include "collective/problem.h"

namespace collsim {

/// What an operation must move by its definition, whatever the algorithm. Data may be relayed, added up and copied on
/// the way by ranks; with `in_network` also by switches.
class Needs {
 public:
  struct Crossing {
    double out = 0, in = 0;  ///< payload bytes
  };

  /// `parts` is the program's Shape::parts. A problem's matrix belongs to the caller.
  Needs(const Problem& problem, int parts, bool in_network);

  int ranks() const { return problem_.ranks; }
  Rank root() const { return problem_.root; }
  bool in_network() const { return in_network_; }
  /// What must leave and enter a set of ranks, given by rank as 0 or 1. Of all_reduce that is M each way: the sum of
  /// those inside must get out and the sum of the others in.
  Crossing crossing(std::span<const char> inside) const;
  /// The same of one rank alone.
  Crossing of_rank(Rank rank) const;
  /// What all ranks together must send. An element of an all_reduce takes 2(N-1) messages, as gossip does with messages
  /// that go one way (Harary & Schwenk, J. Franklin Inst. 297, 1974); of a reduction or a copy to all N-1. Absent where
  /// switches help: they add and copy without anybody sending.
  std::optional<double> sent_by_all() const;
  /// Something that `to` ends with depends on `from`.
  bool connects(Rank from, Rank to) const;

 private:
  double block(Rank rank) const { return blocks_[static_cast<std::size_t>(rank)]; }
  double all_blocks() const;
  bool passes(Rank from, Rank to) const;
  Crossing crossing_of_pairs(std::span<const char> inside) const;

  Problem problem_;
  bool in_network_;
  std::vector<double> blocks_;  // by rank: bytes of the part that is its own
};

}  // namespace collsim
