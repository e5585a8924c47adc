#include "collective/collnet_direct.h"

#include <cassert>

#include "collective/nodes.h"
#include "collective/whole_buffer.h"

namespace collsim {
namespace {

class CollnetDirect final : public Program {
 public:
  explicit CollnetDirect(const Problem& p)
      : nodes_(p, Nodes::Flat::nodes_of_one),
        blocks_(p, nodes_.size()),
        shape_{p.channels, p.chunks, {}, nodes_.size()} {
    if (nodes_.size() > 1) stages_.push_back(Stage::scatter);
    if (nodes_.count() > 1) stages_.push_back(Stage::network);
    if (nodes_.size() > 1) stages_.push_back(Stage::gather);
    shape_.steps = phases_of_one_step(static_cast<int>(stages_.size()));
  }

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const auto bytes = [&](int shard) { return blocks_.bytes(cell.channel, cell.chunk, Block{shard}); };
    const int position = nodes_.position(rank);
    if (stage(cell) == Stage::network) {
      const auto peers = nodes_.chips_at(position);
      out.push_back(joint_transfer(peers, peers, bytes(position), Action::copy));
      return;
    }
    const bool scatters = stage(cell) == Stage::scatter;
    for (int distance = 1; distance < nodes_.size(); ++distance) {
      const int other = (position + distance) % nodes_.size();
      out.push_back({rank, nodes_.rank(nodes_.node(rank), other), bytes(scatters ? other : position),
                     scatters ? Action::reduce : Action::copy});
    }
  }

  int receives(Cell cell, Rank) const override { return stage(cell) == Stage::network ? 1 : nodes_.size() - 1; }

  /// Block j is the shard of the chips at position j.
  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(nodes_.position(stage(cell) == Stage::scatter ? t.to : t.from));
  }

 private:
  enum class Stage : std::uint8_t { scatter, network, gather };

  Stage stage(Cell cell) const { return stages_[static_cast<std::size_t>(cell.phase)]; }

  Nodes nodes_;
  Blocks blocks_;
  Shape shape_;
  std::vector<Stage> stages_;  // by phase
};

}  // namespace

std::unique_ptr<Program> make_collnet_direct(const Problem& problem) {
  assert(problem.op == Op::all_reduce);
  return std::make_unique<CollnetDirect>(problem);
}

}  // namespace collsim
