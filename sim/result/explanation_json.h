#pragma once

#include <ostream>

#include "result/explanation.h"

namespace collsim {

/// One document of schema `collsim-explanation/1`: everything of an explanation, every hop of every critical path
/// included. Phases, steps, channels and chunks count from 0, as in the flow log.
void write_explanation_json(const Explanation& explanation, std::ostream& out);

}  // namespace collsim
