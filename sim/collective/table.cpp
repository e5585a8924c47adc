#include "collective/table.h"

#include <algorithm>

#include "collective/binary_tree.h"
#include "collective/binomial.h"
#include "collective/bruck.h"
#include "collective/chain.h"
#include "collective/collnet_chain.h"
#include "collective/collnet_direct.h"
#include "collective/direct.h"
#include "collective/double_tree.h"
#include "collective/hierarchical.h"
#include "collective/hierarchical_exchange.h"
#include "collective/linear.h"
#include "collective/naive.h"
#include "collective/nvls.h"
#include "collective/nvls_tree.h"
#include "collective/one_shot.h"
#include "collective/pairwise.h"
#include "collective/pat.h"
#include "collective/rabenseifner.h"
#include "collective/recursive_doubling.h"
#include "collective/recursive_halving.h"
#include "collective/ring.h"
#include "collective/scatter_all_gather.h"
#include "collective/two_shot.h"

namespace collsim {
namespace {

class LoneRank final : public Program {
 public:
  explicit LoneRank(const Problem& problem) : shape_{problem.channels, problem.chunks, {0}} {}

  const Shape& shape() const override { return shape_; }
  void sends(Cell, Rank, std::vector<Transfer>&) const override {}
  int receives(Cell, Rank) const override { return 0; }
  void blocks(Cell, const Transfer&, const std::function<void(Block)>&) const override {}

 private:
  Shape shape_;
};

}  // namespace

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
      {"hierarchical",
       {Op::all_reduce, Op::all_gather, Op::reduce_scatter},
       "S-1 a tier, up and down",
       "as ring, most of them on the inner tiers",
       "even groups, from the topology's tiers or stated",
       "model 3.13: a ring inside each tier",
       make_hierarchical,
       Algorithm::Tiers::of_topology},
      {"hierarchical",
       {Op::all_to_all},
       "S-1 a tier",
       "(S-1)/S M a tier",
       "even groups, from the topology's tiers or stated",
       "NCCL's PXN",
       make_hierarchical_exchange,
       Algorithm::Tiers::of_topology},
      {"torus",
       {Op::all_reduce, Op::all_gather, Op::reduce_scatter},
       "S-1 a dimension, up and down",
       "as ring",
       "dimensions stated as groups",
       "dimension by dimension; channels alternate directions",
       make_torus,
       Algorithm::Tiers::stated},
      {"bruck",
       {Op::all_gather},
       "ceil(log2 N)",
       "(N-1)/N M",
       "any N",
       "Bruck, Ho, Kipnis, Upfal & Weathersby 1997",
       make_bruck},
      {"bruck",
       {Op::all_to_all},
       "ceil(log2 N)",
       "sum of popcount(d)/N M, 0 < d < N; N = 2^k: k/2 M",
       "any N",
       "Bruck, Ho, Kipnis, Upfal & Weathersby 1997",
       make_bruck},
      {"recursive_doubling",
       {Op::all_gather},
       "ceil(log2 N)",
       "(N-1)/N M",
       "any N; no power of two: as bruck",
       "Thakur, Rabenseifner & Gropp 2005",
       make_recursive_doubling},
      {"recursive_doubling",
       {Op::all_reduce},
       "log2 N; no power of two: floor(log2 N) + 2",
       "log2 N M; no power of two: at most (floor(log2 N) + 1) M",
       "any N; no power of two: folded",
       "Thakur, Rabenseifner & Gropp 2005",
       make_recursive_doubling},
      {"recursive_halving",
       {Op::reduce_scatter},
       "ceil(log2 N)",
       "(N-1)/N M",
       "any N; no power of two: bruck reversed",
       "Thakur, Rabenseifner & Gropp 2005",
       make_recursive_halving},
      {"rabenseifner",
       {Op::all_reduce},
       "2 log2 P, P = 2^floor(log2 N); P < N: 2 more",
       "2(P-1)/P M; P < N: at most M more",
       "any N; no power of two: folded",
       "Rabenseifner 2004",
       make_rabenseifner},
      {"pat", {Op::all_gather, Op::reduce_scatter}, "ceil(log2 N)", "(N-1)/N M", "any N", "Jeaugey 2025", make_pat},
      {"one_shot", {Op::all_reduce}, "1", "(N-1) M", "any N", "vLLM's custom all-reduce", make_one_shot},
      {"two_shot", {Op::all_reduce}, "2", "2(N-1)/N M", "any N", "vLLM's custom all-reduce", make_two_shot},
      {"naive", {Op::all_reduce}, "2", "M; rank 0 (N-1) M", "any N", "all to rank 0, rank 0 to all", make_naive},
      {"binary_tree",
       {Op::all_reduce},
       "2 ceil(log2 N); G nodes: 2(g-1) + 2 ceil(log2 G)",
       "at most 3M; G nodes: 4M",
       "any N; over nodes a chain inside each",
       "NCCL's tree; Sanders, Speck & Traff 2009",
       make_binary_tree,
       Algorithm::Tiers::nodes},
      {"double_tree",
       {Op::all_reduce},
       "2 ceil(log2 N); G nodes: 2(g-1) + 2 ceil(log2 G)",
       "at most 2M; G nodes: 3M",
       "any N; two trees, a channel each; over nodes a chain inside each",
       "NCCL's trees; Sanders, Speck & Traff 2009",
       make_double_tree,
       Algorithm::Tiers::nodes},
      {"nvls",
       {Op::all_reduce, Op::all_gather, Op::reduce_scatter},
       "1; all_reduce 2",
       "all_gather M/N, reduce_scatter M; all_reduce both",
       "one node, whose switches reduce and multicast",
       "NCCL's NVLS",
       make_nvls,
       Algorithm::Tiers::none,
       Algorithm::InNetwork::in_nodes},
      {"nvls_tree",
       {Op::all_reduce},
       "2 + 2 ceil(log2 G)",
       "at most (g+3)/g M",
       "even nodes, whose switches reduce and multicast; two trees, a channel each",
       "NCCL's NVLSTree",
       make_nvls_tree,
       Algorithm::Tiers::nodes,
       Algorithm::InNetwork::in_nodes},
      {"collnet_chain",
       {Op::all_reduce},
       "2(g-1) + 1",
       "at most 2M; nodes of one chip: M",
       "even nodes, joined by switches that reduce and multicast",
       "NCCL's CollNet over SHARP",
       make_collnet_chain,
       Algorithm::Tiers::nodes,
       Algorithm::InNetwork::between_nodes},
      {"collnet_direct",
       {Op::all_reduce},
       "3; nodes of one chip: 1",
       "(2g-1)/g M",
       "even nodes, joined by switches that reduce and multicast",
       "NCCL's CollNet over SHARP",
       make_collnet_direct,
       Algorithm::Tiers::nodes,
       Algorithm::InNetwork::between_nodes},
      {"linear",
       {Op::scatter, Op::gather},
       "1",
       "scatter: root (N-1)/N M; gather: others M/N",
       "any N, any root",
       "nccl-tests scatter, gather",
       make_linear},
      {"binomial",
       {Op::broadcast, Op::reduce, Op::scatter, Op::gather},
       "ceil(log2 N)",
       "broadcast: at most ceil(log2 N) M; reduce: M; scatter, gather: at most (N-1)/N M",
       "any N, any root",
       "Thakur, Rabenseifner & Gropp 2005",
       make_binomial},
      {"binary_tree",
       {Op::broadcast, Op::reduce},
       "ceil(log2 N)",
       "broadcast: at most 2M; reduce: M",
       "any N, any root",
       "NCCL's tree, ranks rotated by the root",
       make_binary_tree},
      {"chain", {Op::broadcast, Op::reduce}, "N-1", "M", "any N, any root", "NCCL's broadcast and reduce", make_chain},
      {"scatter_all_gather",
       {Op::broadcast, Op::reduce},
       "ceil(log2 N) + N-1",
       "at most 2(N-1)/N M",
       "any N, any root",
       "Thakur, Rabenseifner & Gropp 2005",
       make_scatter_all_gather},
  };
  return table;
}

bool Algorithm::does(Op op) const { return std::find(ops.begin(), ops.end(), op) != ops.end(); }

std::unique_ptr<Program> make_program(const Algorithm& algorithm, const Problem& problem) {
  if (problem.ranks == 1) return std::make_unique<LoneRank>(problem);
  return algorithm.make(problem);
}

const Algorithm* find_algorithm(std::string_view name, Op op) {
  const auto table = algorithms();
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const Algorithm& a) { return a.name == name && a.does(op); });
  return row == table.end() ? nullptr : &*row;
}

}  // namespace collsim
