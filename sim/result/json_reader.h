#pragma once

#include <string>
#include <string_view>

#include "result/result.h"

namespace collsim {

/// Reads a document of schema `collsim-result/1` back, as far as results are compared: collectives with ledger, choice
/// and number of ranks, links without their tier, but neither background nor repeats. `file` is the name that errors
/// show. Throws InputError for what is no such document, naming what it is instead.
Result read_result(std::string_view json, const std::string& file);

}  // namespace collsim
