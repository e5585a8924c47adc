#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "collective/problem.h"

namespace collsim {

/// `count` phases of one step each: levels of a tree, hops of a chain. A program has a phase even where there is
/// nothing to do.
inline std::vector<int> phases_of_one_step(int count) {
  return count > 0 ? std::vector<int>(static_cast<std::size_t>(count), 1) : std::vector<int>{0};
}

/// What programs share whose every message carries all of its chunk: it is one block.
class WholeBuffer : public Program {
 public:
  const Shape& shape() const override { return shape_; }
  void blocks(Cell, const Transfer&, const std::function<void(Block)>& visit) const override { visit(0); }

 protected:
  WholeBuffer(const Problem& problem, std::vector<int> steps)
      : shape_{problem.channels, problem.chunks, std::move(steps), 1}, blocks_(problem, 1) {}

  Bytes bytes(Cell cell) const { return blocks_.bytes(cell.channel, cell.chunk, Block{0}); }

 private:
  Shape shape_;
  Blocks blocks_;
};

}  // namespace collsim
