#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// all_reduce over two binary trees with half the data each, in which a leaf of one is an inner node of the other
/// (Sanders, Speck & Träff, Parallel Comput. 35(12), 2009; NCCL's src/graph/trees.cc). The second is the first mirrored
/// where N is even, and shifted by one rank where N is odd. Each tree is a channel: `channels: c` makes 2c of them.
std::unique_ptr<Program> make_double_tree(const Problem& problem);

}  // namespace collsim
