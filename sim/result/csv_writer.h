#pragma once

#include <ostream>

#include "result/result.h"

namespace collsim {

/// One record for each collective and size, after a header record that names each column with its unit (RFC 4180). The
/// root of an operation that has none is -1.
void write_csv(const Result& result, std::ostream& out);

}  // namespace collsim
