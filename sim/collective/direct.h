#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// Everything at once, in one step. all_to_all: all N(N-1) blocks. send_recv: of two ranks the first sends to the
/// second; of more every rank sends the whole message to the next, as nccl-tests' sendrecv does.
std::unique_ptr<Program> make_direct(const Problem& problem);

}  // namespace collsim
