#pragma once

#include <cstdint>

namespace collsim {

/// How the flows on a resource divide its capacity (model.md §5): progressive filling; C / F on every link and the
/// least of these along the route; or every flow as if alone.
enum class Sharing : std::uint8_t { max_min, equal_share, none };

/// What counts as one claimant under max_min (model.md §5): every flow; or the flows between one ordered pair of chips
/// together; or those of one job. Flows that claim together have the weight of one, in equal parts.
enum class Fairness : std::uint8_t { flow, pair, job };

}  // namespace collsim
