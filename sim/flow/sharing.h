#pragma once

#include <cstdint>

namespace collsim {

/// How the flows on a resource divide its capacity (model.md §5): progressive filling; C / F on every link and the
/// least of these along the route; or every flow as if alone.
enum class Sharing : std::uint8_t { max_min, equal_share, none };

}  // namespace collsim
