#pragma once

#include <cstdint>
#include <string>

#include "support/reference_case.h"

namespace collsim::test {

/// A small, nasty case: a random tree, one to four operations, ties and near ties, and everything that may disturb
/// them. The same seed gives the same case on every platform.
reference::Case random_case(std::uint64_t seed);

/// The case as a scenario file with its topology inline, exact to the last digit. Operation i is called `op<i>`.
std::string to_yaml(const reference::Case& world);

}  // namespace collsim::test
