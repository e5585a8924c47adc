#pragma once

#include <string>

#include "result/explanation.h"
#include "study/explain.h"

namespace collsim::test {

/// Explains a scenario given as YAML text (topology inline).
Explanation explained(const std::string& yaml, ExplainOptions options = {});

/// The same without running it again with other links.
Explanation explained_alone(const std::string& yaml);

/// The only operation's. Requires: exactly one.
const OperationExplanation& only(const Explanation& explanation);

/// The directed link's crossings by the rings of one round; 0 where it is not among those told.
int crossings(const OperationExplanation& operation, const std::string& link);

/// Hops of a path add up to this.
Duration total(const std::vector<PathHop>& path);

}  // namespace collsim::test
