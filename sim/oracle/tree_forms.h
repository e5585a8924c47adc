#pragma once

#include "oracle/form.h"

// Forms of trees, and of reductions inside the switches.

namespace collsim::oracle {

/// N = 2^D >= 4, k chunks, one half: (D-2+k)(α + 2M/(kB)) + α + M/(kB); all_reduce has two halves, in turn. Two or
/// three ranks are a chain. Other N: ⌈log2 N⌉·α + 2M/B a half, a limit.
Form binary_tree_form(const Case& problem, const Machine& machine);
/// 2⌈log2 N⌉·α + 2M/B, a limit: every chunk pays α.
Form double_tree_form(const Case& problem, const Machine& machine);
/// A chain inside the node and a double tree over the nodes, whose ports all carry their part:
/// 2[(g-1)·α_i + ⌈log2 G⌉·α_e] + 2M/(g·B_e), for G = 2 half of that transfer; a limit.
Form tree_over_nodes_form(const Case& problem, const Machine& machine);
/// all_gather, reduce_scatter: k·α + M/B. all_reduce: two phases of k chunks: every link carries M towards the switch
/// and M/N back, then the other way round. One chunk: 2α + 2M/B. Many: α a chunk + (1 + 1/N)·M/B.
Form nvls_form(const Case& problem, const Machine& machine);
/// One chunk: 2α_i + 2⌈log2 G⌉·α_e + 2M/B_i + 2M/(g·B_e). More: the same α with the larger of (1 + 1/g)·M/B_i and
/// 2M/(g·B_e), for G = 2 M/(g·B_e); limits.
Form nvls_tree_form(const Case& problem, const Machine& machine);
/// A chain to the node's head, one flow up and down the tree of reducing switches, the chain back:
/// 2(g-1)(α_i + M/B_i) + α_e + M/B_e. A flat group is one flow: α + M/B.
Form collnet_chain_form(const Case& problem, const Machine& machine);
/// The node's ranks exchange shards, each shard goes through its own port, and back:
/// 2(α_i + (g-1)/g·M/B_i) + α_e + M/(g·B_e).
Form collnet_direct_form(const Case& problem, const Machine& machine);

}  // namespace collsim::oracle
