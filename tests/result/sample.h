#pragma once

#include "result/result.h"

namespace collsim::test {

/// An all_reduce of 4000 bytes of float on two ranks, 8 us in all: 2 + 1 + 4 + 0.5 + 0.5 us, the second rank 0.5 us
/// late.
CollectiveResult sample_collective();

/// One run with the sample and the one link that it used.
Result sample_result();

/// The sample at two sizes.
Result sample_sweep();

}  // namespace collsim::test
