#pragma once

#include <vector>

#include "scenario/fields.h"

namespace collsim {

/// `from`, `from`·factor, `from`·factor², … up to `to`, each rounded down to whole elements but to one element at
/// least; sizes that become equal appear once. Requires: 0 < from <= to, factor > 1, element > 0. Throws
/// std::invalid_argument where that makes more than 10 000 sizes.
std::vector<Bytes> geometric_sizes(Bytes from, Bytes to, double factor, Bytes element);

/// `from`, `from` + step, … up to `to`, rounded in the same way. Requires: 0 <= from <= to, step > 0, element > 0.
/// Throws std::invalid_argument where that makes more than 10 000 sizes.
std::vector<Bytes> arithmetic_sizes(Bytes from, Bytes to, Bytes step, Bytes element);

/// The sizes of a collective: its `size`, or its `sizes`, which are a list, {from, to, factor} or {from, to, step}.
/// A stated size that is no whole number of elements is refused; none where something is wrong.
std::vector<Bytes> read_sizes(const Fields& collective, Bytes element);

}  // namespace collsim
