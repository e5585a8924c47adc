#include "oracle/form.h"

#include <algorithm>

#include "oracle/flat_forms.h"
#include "oracle/tiered_forms.h"
#include "oracle/tree_forms.h"

namespace collsim::oracle {
namespace {

using Ops = std::vector<Op>;

Ops ring_ops() { return {Op::all_reduce, Op::all_gather, Op::reduce_scatter}; }

}  // namespace

std::span<const FormRow> forms() {
  static const std::vector<FormRow> table{
      {"ring", ring_ops(), ring_form},
      {"hierarchical", ring_ops(), hierarchical_form},
      {"hierarchical", {Op::all_to_all}, hierarchical_exchange_form},
      {"torus", ring_ops(), hierarchical_form},
      {"pairwise", {Op::all_to_all}, pairwise_form},
      {"direct", {Op::all_to_all, Op::send_recv}, direct_form},
      {"bruck", {Op::all_gather, Op::all_to_all}, bruck_form},
      {"recursive_doubling", {Op::all_gather, Op::all_reduce}, recursive_doubling_form},
      {"recursive_halving", {Op::reduce_scatter}, recursive_halving_form},
      {"rabenseifner", {Op::all_reduce}, rabenseifner_form},
      {"pat", {Op::all_gather, Op::reduce_scatter}, pat_form},
      {"one_shot", {Op::all_reduce}, one_shot_form},
      {"two_shot", {Op::all_reduce}, two_shot_form},
      {"naive", {Op::all_reduce}, naive_form},
      {"binary_tree", {Op::all_reduce, Op::broadcast, Op::reduce}, binary_tree_form},
      {"double_tree", {Op::all_reduce}, double_tree_form},
      {"tree_over_nodes", {Op::all_reduce}, tree_over_nodes_form},
      {"nvls", ring_ops(), nvls_form},
      {"nvls_tree", {Op::all_reduce}, nvls_tree_form},
      {"collnet_chain", {Op::all_reduce}, collnet_chain_form},
      {"collnet_direct", {Op::all_reduce}, collnet_direct_form},
      {"binomial", {Op::broadcast, Op::reduce, Op::scatter, Op::gather}, binomial_form},
      {"linear", {Op::scatter, Op::gather}, linear_form},
      {"chain", {Op::broadcast, Op::reduce}, chain_form},
      {"scatter_all_gather", {Op::broadcast, Op::reduce}, scatter_all_gather_form}};
  return table;
}

const FormRow* find_form(std::string_view algorithm, Op op) {
  const std::span<const FormRow> table = forms();
  const auto row = std::find_if(table.begin(), table.end(), [&](const FormRow& r) {
    return r.algorithm == algorithm && std::find(r.ops.begin(), r.ops.end(), op) != r.ops.end();
  });
  return row == table.end() ? nullptr : &*row;
}

}  // namespace collsim::oracle
