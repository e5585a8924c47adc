#pragma once

#include <memory>

#include "collective/problem.h"

namespace collsim {

/// reduce_scatter, all_gather and all_reduce tier by tier (model.md 3.13), a ring inside each: reduce_scatter from the
/// inside out, all_gather from the outside in, all_reduce the one up to the outermost tier, a ring all_reduce there,
/// and the other down. After the innermost reduce_scatter every chip of a board holds another part, so that the outer
/// rings run side by side, one for each position in the board. A phase a tier and way: chunks overlap.
std::unique_ptr<Program> make_hierarchical(const Problem& problem);

/// The same over the dimensions of a torus; every other channel goes round the rings the other way.
std::unique_ptr<Program> make_torus(const Problem& problem);

}  // namespace collsim
