#include "collective/ring.h"

#include <cassert>
#include <numeric>

namespace collsim {
namespace {

/// Who sits where on one way round. Rank r's block is block r wherever it sits.
class RingOrder {
 public:
  explicit RingOrder(std::vector<Rank> ranks) : rank_at_(std::move(ranks)), place_of_(rank_at_.size()) {
    for (std::size_t place = 0; place < rank_at_.size(); ++place) {
      place_of_[static_cast<std::size_t>(rank_at_[place])] = static_cast<int>(place);
    }
  }

  /// The rank that sits `seats` further on; `seats` may be negative, and goes round at most twice.
  Rank beyond(Rank rank, int seats) const {
    const auto n = static_cast<int>(rank_at_.size());
    return rank_at_[static_cast<std::size_t>((place_of_[static_cast<std::size_t>(rank)] + seats + 2 * n) % n)];
  }

 private:
  std::vector<Rank> rank_at_;
  std::vector<int> place_of_;
};

std::vector<RingOrder> ring_orders_of(const Problem& p) {
  std::vector<RingOrder> orders;
  for (const std::vector<Rank>& ranks : p.orders) orders.emplace_back(ranks);
  if (!orders.empty()) return orders;
  std::vector<Rank> in_rank_order(static_cast<std::size_t>(p.ranks));
  std::iota(in_rank_order.begin(), in_rank_order.end(), 0);
  orders.emplace_back(std::move(in_rank_order));
  return orders;
}

class Ring final : public Program {
 public:
  explicit Ring(const Problem& p)
      : op_(p.op),
        ranks_(p.ranks),
        orders_(ring_orders_of(p)),
        blocks_(p),
        shape_{p.channels, p.chunks, {steps_of(p)}} {}

  const Shape& shape() const override { return shape_; }

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const Bytes bytes = blocks_.bytes(cell.channel, cell.chunk, block_sent(cell, rank));
    out.push_back({rank, order(cell).beyond(rank, 1), bytes, gathers(cell.step) ? Action::copy : Action::reduce});
  }

  int receives(Cell, Rank) const override { return 1; }

  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    visit(block_sent(cell, t.from));
  }

  std::optional<std::uint64_t> signature(Cell cell) const override {
    if (!blocks_.even(cell.channel, cell.chunk)) return {};
    const auto bytes = static_cast<std::uint64_t>(blocks_.bytes(cell.channel, cell.chunk, 0));
    return bytes * orders_.size() + order_index(cell);
  }

 private:
  static int steps_of(const Problem& p) { return (p.op == Op::all_reduce ? 2 : 1) * (p.ranks - 1); }

  std::size_t order_index(const Cell& cell) const { return static_cast<std::size_t>(cell.channel) % orders_.size(); }
  const RingOrder& order(const Cell& cell) const { return orders_[order_index(cell)]; }

  bool gathers(int step) const { return op_ == Op::all_gather || (op_ == Op::all_reduce && step >= ranks_ - 1); }

  /// Counting steps s from 0, and speaking of places: inside all_reduce the reducing half sends block r-s, which leaves
  /// place r with block r+1 complete, and the gathering half goes on from there. As operations of their own the labels
  /// shift, so that rank r ends with, or starts from, block r.
  Block block_sent(const Cell& cell, Rank rank) const {
    const int step = cell.step;
    switch (op_) {
      case Op::all_reduce:
        return order(cell).beyond(rank, step < ranks_ - 1 ? -step : 1 - (step - (ranks_ - 1)));
      case Op::reduce_scatter:
        return order(cell).beyond(rank, -step - 1);
      default:
        return order(cell).beyond(rank, -step);
    }
  }

  Op op_;
  int ranks_;
  std::vector<RingOrder> orders_;
  Blocks blocks_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<Program> make_ring(const Problem& problem) {
  assert(problem.op == Op::all_reduce || problem.op == Op::reduce_scatter || problem.op == Op::all_gather);
  return std::make_unique<Ring>(problem);
}

}  // namespace collsim
