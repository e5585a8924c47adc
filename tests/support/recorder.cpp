#include "support/recorder.h"

#include <sstream>

#include "result/json_writer.h"
#include "scenario/reader.h"
#include "study/choose.h"
#include "study/jobs.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

namespace collsim::test {
Result simulate(const std::string& yaml, Recorder& recorder) {
  return replay(with_choices(parse_scenario(yaml, "test.yaml", known_algorithms())), {true, &recorder, {}});
}

Result simulate_file(const std::string& path) {
  const Scenario scenario = with_choices(read_scenario(path, known_algorithms()));
  const ReplayOptions checked{true, nullptr, {}};
  Result result = replay(scenario, checked);
  compare_jobs(scenario, checked, result);
  return result;
}

std::string json_of(const Result& result) {
  std::ostringstream out;
  write_json(result, out);
  return out.str();
}

}  // namespace collsim::test
