#include "collective/contract.h"

namespace collsim {
namespace {

void range(Block first, Block last, Block stride, const std::function<void(Block)>& visit) {
  for (Block b = first; b < last; b += stride) visit(b);
}

}  // namespace

void Contract::initial(Rank rank, const std::function<void(Block)>& visit) const {
  const Block n = problem_.ranks;
  switch (problem_.op) {
    case Op::all_reduce:
    case Op::reduce:
      return range(0, parts_, 1, visit);
    case Op::reduce_scatter:
      return range(0, n, 1, visit);
    case Op::all_to_all:
      return range(rank * n, rank * n + n, 1, visit);
    case Op::all_gather:
    case Op::gather:
    case Op::send_recv:
      return visit(rank);
    case Op::broadcast:
      if (rank == problem_.root) range(0, parts_, 1, visit);
      return;
    case Op::scatter:
      if (rank == problem_.root) range(0, n, 1, visit);
  }
}

void Contract::promised(Rank rank, const std::function<void(Block)>& visit) const {
  const Block n = problem_.ranks;
  switch (problem_.op) {
    case Op::all_reduce:
    case Op::broadcast:
      return range(0, parts_, 1, visit);
    case Op::all_gather:
      return range(0, n, 1, visit);
    case Op::reduce_scatter:
    case Op::scatter:
      return visit(rank);
    case Op::all_to_all:
      return range(rank, n * n, n, visit);
    case Op::reduce:
      if (rank == problem_.root) range(0, parts_, 1, visit);
      return;
    case Op::gather:
      if (rank == problem_.root) range(0, n, 1, visit);
      return;
    case Op::send_recv:
      if (n > 2 || rank == 1) visit((rank + n - 1) % n);
  }
}

bool Contract::reduces() const {
  return problem_.op == Op::all_reduce || problem_.op == Op::reduce_scatter || problem_.op == Op::reduce;
}

Rank Contract::owner(Block block) const {
  switch (problem_.op) {
    case Op::all_to_all:
      return static_cast<Rank>(block / problem_.ranks);
    case Op::broadcast:
    case Op::scatter:
      return problem_.root;
    default:
      return static_cast<Rank>(block);
  }
}

}  // namespace collsim
