#include "collective/table.h"

#include <algorithm>
#include <array>

#include "collective/direct.h"
#include "collective/pairwise.h"
#include "collective/ring.h"

namespace collsim {

std::span<const Algorithm> algorithms() {
  static const std::vector<Algorithm> table{
      {"ring",
       {Op::all_reduce, Op::all_gather, Op::reduce_scatter},
       "N-1; all_reduce 2(N-1)",
       "(N-1)/N M; all_reduce twice that",
       "any N",
       "Patarasuk & Yuan 2009",
       make_ring},
      {"pairwise", {Op::all_to_all}, "N-1", "(N-1)/N M", "any N", "Thakur, Rabenseifner & Gropp 2005", make_pairwise},
      {"direct", {Op::all_to_all}, "1", "(N-1)/N M", "any N", "MPICH: isend/irecv to all at once", make_direct},
      {"direct",
       {Op::send_recv},
       "1",
       "M",
       "N = 2: first to second; N > 2: each to the next",
       "nccl-tests sendrecv",
       make_direct},
  };
  return table;
}

bool Algorithm::does(Op op) const { return std::find(ops.begin(), ops.end(), op) != ops.end(); }

const Algorithm* find_algorithm(std::string_view name, Op op) {
  const auto table = algorithms();
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const Algorithm& a) { return a.name == name && a.does(op); });
  return row == table.end() ? nullptr : &*row;
}

std::span<const std::string_view> reserved_algorithms() {
  static constexpr std::array<std::string_view, 20> names{"bruck",
                                                          "recursive_doubling",
                                                          "recursive_halving",
                                                          "rabenseifner",
                                                          "pat",
                                                          "naive",
                                                          "binary_tree",
                                                          "double_tree",
                                                          "one_shot",
                                                          "two_shot",
                                                          "nvls",
                                                          "nvls_tree",
                                                          "collnet_chain",
                                                          "collnet_direct",
                                                          "hierarchical",
                                                          "torus",
                                                          "binomial",
                                                          "chain",
                                                          "scatter_all_gather",
                                                          "linear"};
  return names;
}

}  // namespace collsim
