#pragma once

#include <cstdint>
#include <vector>

#include "result/result.h"

namespace collsim {

/// The links that carried anything, the most used first; of equal ones in the order of the run.
std::vector<std::uint32_t> links_by_use(const RunResult& run);

}  // namespace collsim
