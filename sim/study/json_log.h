#pragma once

#include <string_view>

#include "study/measured_log.h"

namespace collsim {

/// Appends to `log` what a JSON file says: the document of nccl-tests (config, results with an out_of_place each), or
/// objects with a size and a time one after the other, which need not be a list. Remarks count objects, not lines.
/// Requires: log.file is set.
void parse_json_log(std::string_view text, MeasuredLog& log);

}  // namespace collsim
