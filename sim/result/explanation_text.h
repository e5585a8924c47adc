#pragma once

#include <ostream>

#include "result/explanation.h"

namespace collsim {

/// Tells an explanation in sentences and tables, for people. Steps, phases, channels and chunks count from 1 here.
void write_explanation(const Explanation& explanation, std::ostream& out);

}  // namespace collsim
