#pragma once

#include "oracle/form.h"

// Forms of the algorithms that know no tiers: every message crosses the group as a whole. B stands for B·u, N for the
// ranks, M for the size.

namespace collsim::oracle {

/// (3.7), (3.9), (3.11): N-1 steps of M/N; all_reduce twice that.
Form ring_form(const Case& problem, const Machine& machine);
/// (N-1)·(α + M/(N·B)).
Form pairwise_form(const Case& problem, const Machine& machine);
/// all_to_all: α + (N-1)/N·M/B. send_recv: α + M/B.
Form direct_form(const Case& problem, const Machine& machine);
/// all_to_all: step k carries the blocks whose index has bit k; in all Σ popcount(d)·M/(N·B).
/// all_gather: runs of 1, 2, 4 … blocks, the last cut short.
Form bruck_form(const Case& problem, const Machine& machine);
/// all_gather: as Bruck's. all_reduce: log2 N·(α + M/B), folded: two more.
Form recursive_doubling_form(const Case& problem, const Machine& machine);
/// Bruck's all_gather backwards, or halves: log2 N·α + (N-1)/N·M/B.
Form recursive_halving_form(const Case& problem, const Machine& machine);
/// 2·log2 P·α + 2(P-1)/P·M/B, P = 2^floor(log2 N), plus 2(α + M/B) where P < N.
Form rabenseifner_form(const Case& problem, const Machine& machine);
/// At distance d every held block at an offset o = 0, 2d, 4d … with o + d < N.
Form pat_form(const Case& problem, const Machine& machine);
/// α + (N-1)·M/B.
Form one_shot_form(const Case& problem, const Machine& machine);
/// 2α + 2(N-1)/N·M/B.
Form two_shot_form(const Case& problem, const Machine& machine);
/// 2α + 2(N-1)·M/B: the root's port carries everybody's vector.
Form naive_form(const Case& problem, const Machine& machine);
/// α + (N-1)/N·M/B.
Form linear_form(const Case& problem, const Machine& machine);
/// broadcast, reduce: ⌈log2 N⌉·(α + M/B). scatter, gather: the largest subtree of each level.
Form binomial_form(const Case& problem, const Machine& machine);
/// (N-2+k)·(α + M/(k·B)).
Form chain_form(const Case& problem, const Machine& machine);
/// The binomial scatter, then a ring all_gather.
Form scatter_all_gather_form(const Case& problem, const Machine& machine);

}  // namespace collsim::oracle
