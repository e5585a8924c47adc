#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce, broadcast and reduce over one binary tree of NCCL's shape (its src/graph/trees.cc); the root of a
/// broadcast or reduce takes rank 0's place and the others follow in order. An all_reduce with a hierarchy of two tiers
/// has its tree over the nodes' heads, and a chain inside each node. Requires: no hierarchy for the other two.
std::unique_ptr<Program> make_binary_tree(const Problem& problem);

}  // namespace collsim
