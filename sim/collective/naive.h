#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce by way of rank 0: everyone sends it the whole buffer, and it sends everyone the sum. A phase each way, so
/// that with chunks both ways are busy at once.
std::unique_ptr<Program> make_naive(const Problem& problem);

}  // namespace collsim
