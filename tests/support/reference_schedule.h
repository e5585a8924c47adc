#pragma once

#include <vector>

#include "support/reference_case.h"

namespace collsim::test::reference {

struct Transfer {
  std::size_t from = 0, to = 0;  ///< ranks
  std::int64_t bytes = 0;
};

/// Elements in block b of n: the first `elements mod n` blocks hold one more.
std::int64_t block_elements(std::int64_t elements, std::size_t n, std::size_t b);

/// All transfers of one channel, step by step: every chunk goes through all steps of the algorithm before the next one
/// begins, since each of these algorithms is a single phase.
std::vector<std::vector<Transfer>> channel_steps(const Collective& collective, std::size_t channel);

}  // namespace collsim::test::reference
