#pragma once

#include <string_view>

#include "study/measured_log.h"

namespace collsim {

/// Appends to `log` what a table of nccl-tests, rccl-tests or `collsim run` says. Requires: log.file is set.
void parse_nccl_log(std::string_view text, MeasuredLog& log);

}  // namespace collsim
