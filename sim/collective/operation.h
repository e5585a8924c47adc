#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace collsim {

/// What is to be achieved; how is the algorithm's business. M, the operation's size, is per rank the buffer of
/// all_reduce, broadcast and reduce; the input of reduce_scatter and all_to_all; the output of all_gather; the root's
/// buffer of scatter and gather; the message of send_recv: the `size` column of nccl-tests.
enum class Op : std::uint8_t {
  all_reduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  broadcast,
  reduce,
  scatter,
  gather,
  send_recv
};

const char* to_string(Op op);
std::optional<Op> parse_op(std::string_view name);

/// busbw / algbw for `ranks` ranks (nccl-tests' PERFORMANCE.md): what the hardware would have to carry if every rank
/// moved what the best ring does.
double busbw_factor(Op op, int ranks);

}  // namespace collsim
