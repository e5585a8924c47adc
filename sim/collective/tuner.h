#pragma once

#include <vector>

#include "collective/chosen.h"
#include "collective/group_facts.h"
#include "collective/operation.h"
#include "collective/tuner_table.h"

namespace collsim {

/// What a choice is to be made for.
struct TunerQuestion {
  Op op = Op::all_reduce;
  Bytes size = 0;  ///< M
  const GroupFacts& facts;
  double utilization = 1;  ///< u of the model
};

/// As NCCL chooses: the least of the times that its model predicts for each of its algorithms and protocols that fits
/// the group (see nccl_time_us; that NCCL runs nvls on groups of several nodes by way of CollNet is left out). What
/// NCCL does not tune takes the obvious way, without a prediction: all_to_all pairwise, scatter and gather linear,
/// send_recv direct; so does a lone rank. The ranking ends with the algorithms that NCCL does not have.
Chosen choose_as_nccl(const TunerQuestion& question);

/// The protocol alone, of an algorithm that is named: of one that NCCL tunes the quickest by its model; of what it
/// sends from rank to rank (all_to_all, send_recv, scatter, gather) ll up to 16 KiB a message, its default of
/// NCCL_P2P_LL_THRESHOLD; of others simple.
Chosen choose_protocol_as_nccl(const TunerQuestion& question, const std::string& algorithm);

/// As vLLM's custom all-reduce dispatches [github.com/vllm-project/vllm, csrc/custom_all_reduce.cuh]: on 2, 4, 6 or 8
/// ranks of one node an all_reduce is one_shot on 2 ranks, else, where they are fully connected, one_shot below 512 KiB
/// on 4 and below 256 KiB on 6 and 8, and two_shot from there on. Everything else is NCCL's choice.
Chosen choose_as_vllm(const TunerQuestion& question);

/// The first row that matches and whose algorithm fits the group; NCCL's choice where there is none, with the reason.
/// `file` is how the reason names the table.
Chosen choose_by_table(const TunerQuestion& question, const std::vector<TunerRow>& rows, const std::string& file);

}  // namespace collsim
