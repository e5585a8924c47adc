#pragma once

#include <string>
#include <vector>

#include "result/explanation.h"
#include "study/close_look.h"

namespace collsim {

/// By tier, innermost first, and by the kinds of the ends.
std::vector<LinkClass> link_classes(const Topology& topology, const RunResult& run);

/// How many from the `shown`th on are as much used as the first, to a thousandth.
std::size_t as_busy_beyond(const RunResult& run, const std::vector<LinkId>& by_use, std::size_t shown);

/// Fills in who uses the link. `ids` are the operations'.
void tell_users(const CloseLook::Shares& shares, const std::vector<std::string>& ids, BusyLink& link);

}  // namespace collsim
