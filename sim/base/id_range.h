#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace collsim {

/// The ids that a pattern stands for, in order: `c[0-3]` is c0, c1, c2, c3; `n[0-1]g[0-7,9]` runs through the last
/// bracket fastest; `c[00-15]` keeps the leading zeros; a text without brackets is itself.
/// Throws std::invalid_argument (an unclosed bracket, an empty or falling range, more than 10 million ids, 16 ranges or
/// 256 letters), saying what would be right.
std::vector<std::string> expand_ids(std::string_view pattern);

/// How many ids expand_ids would give, with its checks and exceptions but in time proportional to the pattern.
std::size_t count_ids(std::string_view pattern);

}  // namespace collsim
