#include "study/explained.h"

#include <cassert>

#include "scenario/reader.h"
#include "study/choose.h"
#include "workload/known_algorithms.h"

namespace collsim::test {

Explanation explained(const std::string& yaml, ExplainOptions options) {
  return explain(with_choices(parse_scenario(yaml, "test.yaml", known_algorithms())), options);
}

Explanation explained_alone(const std::string& yaml) {
  ExplainOptions options;
  options.sensitivity = false;
  return explained(yaml, options);
}

const OperationExplanation& only(const Explanation& explanation) {
  assert(explanation.operations.size() == 1);
  return explanation.operations.front();
}

int crossings(const OperationExplanation& operation, const std::string& link) {
  for (const RingLink& l : operation.ring_links)
    if (l.link == link) return l.crossings;
  return 0;
}

Duration total(const std::vector<PathHop>& path) {
  Duration sum{};
  for (const PathHop& hop : path) sum += hop.parts.total();
  return sum;
}

}  // namespace collsim::test
