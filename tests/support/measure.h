#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "result/result.h"

namespace collsim::test {

/// How many ticks of the clock (picoseconds) lie between two times in microseconds.
inline double ticks_apart(double a_us, double b_us) { return std::abs(a_us - b_us) * 1e6; }

inline double time_us(const CollectiveResult& collective) { return to_microseconds(collective.time()); }

/// The collective of that id in the only run. Throws where there is none.
inline const CollectiveResult& collective(const Result& result, std::string_view id) {
  for (const CollectiveResult& c : result.runs.at(0).collectives)
    if (c.id == id) return c;
  throw std::out_of_range("no collective " + std::string(id));
}

/// The directed link of that name in the only run. Throws where there is none.
inline const LinkResult& link(const Result& result, std::string_view id) {
  for (const LinkResult& l : result.runs.at(0).links)
    if (l.id == id) return l;
  throw std::out_of_range("no link " + std::string(id));
}

inline double makespan_us(const Result& result) { return to_microseconds(result.runs.at(0).makespan); }

}  // namespace collsim::test
