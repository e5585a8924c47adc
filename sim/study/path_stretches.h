#pragma once

#include <vector>

#include "result/explanation.h"

namespace collsim {

/// Folds hops in a row that are of one kind: the same bytes and, to a thousandth, the same five parts.
std::vector<PathStretch> fold_path(const std::vector<PathHop>& path);

}  // namespace collsim
