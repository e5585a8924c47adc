#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce over two binary trees with half the data each, in which a leaf of one is an inner node of the other (see
/// double_trees). Over the ranks; or, with a hierarchy of two tiers, over the nodes' heads, with a chain inside each
/// node (NCCL's trees between nodes). Each tree is a channel: `channels: c` makes 2c of them.
std::unique_ptr<Program> make_double_tree(const Problem& problem);

}  // namespace collsim
