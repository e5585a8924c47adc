#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace collsim {

/// The shortest decimal form that reads back as the same double (17 significant digits at most), `.` as the decimal
/// point whatever the locale. Requires: a finite value.
std::string shortest(double value);

/// `value` with `decimals` digits after the point.
std::string fixed(double value, int decimals);

/// Six significant digits, as nccl-tests prints its average.
std::string six_digits(double value);

/// A time as nccl-tests prints it in its 7 columns: 2 decimals below 10^4, 1 below 10^5, then none.
std::string nccl_float(double value);

/// `text` filled up with blanks to `width` columns, on its left or right; longer texts stay whole.
std::string right_aligned(std::string_view text, std::size_t width);
std::string left_aligned(std::string_view text, std::size_t width);

}  // namespace collsim
