#pragma once

#include <string>

namespace collsim::test {

/// `chips` chips on a switch, 25 GB/s and 0 latency, alpha_start 10 us; a ring all_reduce of `size` by all of them.
/// Takes 2(N-1) (10 us + size / (N 25 GB/s)).
std::string ring_yaml(int chips, const std::string& size);

/// Two chips without a link that send to each other.
std::string unreachable_yaml();

/// A run of many seconds that delivers its first flows at once.
std::string long_yaml();

}  // namespace collsim::test
