#include "collective/nvls_tree.h"

#include <cassert>

#include "collective/nvls_halves.h"
#include "collective/seated_tree.h"
#include "collective/whole_buffer.h"

namespace collsim {
namespace {

constexpr int kTrees = 2;

Problem in_two_trees(Problem problem) {
  problem.channels *= kTrees;
  return problem;
}

class NvlsTree final : public Program {
 public:
  explicit NvlsTree(const Problem& p)
      : nodes_(p, Nodes::Flat::one_node),
        trees_(double_trees(nodes_.count())),
        in_node_(nodes_.size() > 1 ? 1 : 0),
        blocks_(in_two_trees(p), nodes_.size()),
        shape_{kTrees * p.channels, p.chunks, phases_of_one_step(2 * in_node_ + levels()), nodes_.size()} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const auto bytes = [&](int shard) { return blocks_.bytes(cell.channel, cell.chunk, Block{shard}); };
    if (reduces_in_node(cell)) return send_to_owners(nodes_, rank, bytes, out);
    if (multicasts(cell)) return multicast_own(nodes_, rank, bytes, out);
    const int position = nodes_.position(rank);
    const TreeStep step = step_of(cell);
    tree(cell).sends(step, nodes_.node(rank), [&](int node) {
      const Rank to = nodes_.rank(node, position);
      out.push_back({rank, to, bytes(position), step.up ? Action::reduce : Action::copy});
    });
  }

  int receives(Cell cell, Rank rank) const override {
    if (reduces_in_node(cell)) return 1;
    if (multicasts(cell)) return nodes_.size();
    return tree(cell).receives(step_of(cell), nodes_.node(rank));
  }

  /// Block j is the shard of the chips at position j.
  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(nodes_.position(reduces_in_node(cell) ? t.to : t.from));
  }

 private:
  /// Of a tree, up and down.
  int levels() const { return 2 * trees_.front().levels(); }
  const SeatedTree& tree(Cell cell) const { return trees_[static_cast<std::size_t>(cell.channel % kTrees)]; }
  TreeStep step_of(Cell cell) const { return trees_.front().up_and_down(cell.phase - in_node_); }
  bool reduces_in_node(Cell cell) const { return cell.phase < in_node_; }
  bool multicasts(Cell cell) const { return cell.phase >= in_node_ + levels(); }

  Nodes nodes_;
  std::vector<SeatedTree> trees_;
  int in_node_;  ///< phases for each half of NVLS
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_nvls_tree(const Problem& problem) {
  assert(problem.op == Op::all_reduce);
  return std::make_unique<NvlsTree>(problem);
}

}  // namespace collsim
