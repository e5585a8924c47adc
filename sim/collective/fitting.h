#pragma once

#include <vector>

#include "collective/group_facts.h"
#include "collective/table.h"

namespace collsim {

/// Whether an algorithm may be chosen for a group: it asks for no more of the switches than they can do, and for no
/// groups that only a user can state. What switches of a node do alone fits a group of one node only, what they do
/// beside a network one of several.
bool fits(const Algorithm& algorithm, const GroupFacts& facts);

/// The rows of the table that do `op` and fit, in the table's order.
std::vector<const Algorithm*> fitting_algorithms(Op op, const GroupFacts& facts);

}  // namespace collsim
