#pragma once

#include <string_view>

#include "study/measured_log.h"

namespace collsim {

/// Whether the first line that is no comment names a size and a time, with commas between.
bool looks_like_csv_log(std::string_view text);

/// Appends to `log` a CSV file of measurements: `# key: value` lines (collective, ranks, nodes, dtype, algorithm and
/// whatever else), a record of column names (size_bytes and time_us, perhaps algbw…, busbw…, op, ranks, dtype,
/// algorithm), records. Requires: log.file is set, looks_like_csv_log(text).
void parse_csv_log(std::string_view text, MeasuredLog& log);

}  // namespace collsim
