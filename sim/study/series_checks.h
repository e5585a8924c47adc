#pragma once

#include "study/log_banner.h"
#include "study/measured_log.h"

namespace collsim {

/// Completes the series from index `first` on with what the banner says, or, where it does not name the operation, with
/// what the file's name or the table itself gives away; every such conclusion is a note of the log.
void finish_series(const LogBanner& banner, std::size_t first, MeasuredLog& log);

/// The operation that a file's name speaks of, if it does.
std::optional<Op> op_of_file_name(std::string_view file);

}  // namespace collsim
