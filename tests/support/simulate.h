#pragma once

#include <string>

#include "result/result.h"

namespace collsim::test {

/// Runs a scenario given as YAML text (topology inline), with --check on.
Result simulate(const std::string& yaml);

/// The only collective of the only run. Requires: exactly one of each.
const CollectiveResult& only(const Result& result);

/// `time_us` of the only collective of the only run.
double time_us(const std::string& yaml);

}  // namespace collsim::test
