#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "collective/problem.h"

namespace collsim {

/// Executes a program symbolically and proves that it does what the operation promises: every rank ends with exactly
/// the contributions it must have in each block, each once; nobody sends what it does not hold; the bytes of a transfer
/// are those of its blocks; `receives` counts what is sent; a transfer of several senders is listed by each of them,
/// the same, and is executed once. Returns what is wrong, or nothing.
///
/// Each rank's contribution to a block is a random 64-bit token, and reducing adds modulo 2^64, so that a contribution
/// missed or added twice shows at any N (but for a chance of 2^-64).
std::optional<std::string> find_fault(const Program& program, const Problem& problem);

/// Prints, for every channel and chunk, which ranks' contributions each rank holds of each block at the start and after
/// every step. `*` is the final value. Beyond 16 ranks numbers of contributions stand for their lists.
void print_trace(const Program& program, const Problem& problem, std::ostream& out);

}  // namespace collsim
