#pragma once

#include <ostream>

#include "result/result.h"

namespace collsim {

struct JsonOptions {
  bool per_rank = false;  ///< also for more than 4096 ranks
};

/// One document of schema `collsim-result/1`: full double precision, one line a collective and a link, keys in a fixed
/// order, so that equal results are equal bytes. Text that is no UTF-8 is mended with U+FFFD.
void write_json(const Result& result, std::ostream& out, const JsonOptions& options = {});

}  // namespace collsim
