#include "support/simulate.h"

#include <cassert>

#include "scenario/reader.h"
#include "study/choose.h"
#include "study/jobs.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

namespace collsim::test {

Result simulate(const std::string& yaml) {
  ReplayOptions options;
  options.check = true;
  const Scenario scenario = with_choices(parse_scenario(yaml, "test.yaml", known_algorithms()));
  Result result = replay(scenario, options);
  compare_jobs(scenario, options, result);
  return result;
}

const CollectiveResult& only(const Result& result) {
  assert(result.runs.size() == 1 && result.runs.front().collectives.size() == 1);
  return result.runs.front().collectives.front();
}

double time_us(const std::string& yaml) { return to_microseconds(only(simulate(yaml)).time()); }

}  // namespace collsim::test
