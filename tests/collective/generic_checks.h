#pragma once

#include <optional>
#include <string>

#include "collective/table.h"

namespace collsim::test {

/// What every row of the table must stand up to, whatever it is and whether or not its time has a closed form: it says
/// what it is, cuts as it is told, keeps its operations' promises for any number of ranks, size, cut and root, and over
/// any two tiers if it works by tiers; and its signatures do not lie. Returns what is wrong first, or nothing.
std::optional<std::string> generic_fault(const Algorithm& row);

/// The parts of it.
std::optional<std::string> missing_text(const Algorithm& row);
std::optional<std::string> broken_promise(const Algorithm& row);
std::optional<std::string> broken_promise_over_tiers(const Algorithm& row);
std::optional<std::string> lying_signature(const Algorithm& row);

}  // namespace collsim::test
