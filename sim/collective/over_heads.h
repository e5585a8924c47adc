#pragma once

#include "collective/nodes.h"
#include "collective/whole_buffer.h"

namespace collsim {

/// An operation between nodes by one chip of each: in every node a chain of reductions to its head, phases among the
/// heads, and a chain of copies back. A phase a hop, of one step. With nodes of one chip all are heads. The heads of
/// channels are spread over the node, so that they leave it by different ways.
class OverHeads : public WholeBuffer {
 public:
  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override;
  int receives(Cell cell, Rank rank) const override;

 protected:
  /// `phases` is how many phases the heads need. Of `problem.channels` each is played in `channels_each` of this
  /// program's, all with one head.
  OverHeads(const Problem& problem, Nodes nodes, int channels_each, int phases);

  /// What `head` sends in `phase` of those among heads, and how many transfers it receives.
  virtual void heads_send(Cell cell, int phase, Rank head, std::vector<Transfer>& out) const = 0;
  virtual int head_receives(Cell cell, int phase, Rank head) const = 0;

  const Nodes& nodes() const { return nodes_; }
  /// The head's position in this channel.
  int head_position(Cell cell) const { return nodes_.head(cell.channel / channels_each_, copies_); }

 private:
  int hops() const { return nodes_.size() - 1; }

  Nodes nodes_;
  int channels_each_;
  int copies_;
  int phases_;
};

}  // namespace collsim
