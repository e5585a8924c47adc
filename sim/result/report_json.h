#pragma once

#include <string>

#include "result/report.h"

namespace collsim {

/// One JSON document with everything of a report, numbers in full double precision, on one line. It holds no `<`, so
/// that it can stand inside a page's script element whatever its texts say; text that is no UTF-8 is mended with
/// U+FFFD. Requires: finite numbers.
std::string report_json(const Report& report);

}  // namespace collsim
