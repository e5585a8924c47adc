// How a scenario's collectives change with the start-up time, by the library: the example for those who build on it.
#include <cstdio>
#include <exception>
#include <string>

#include "study/choose.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

namespace {

void run(const char* file, const char* alpha) {
  collsim::Overrides overrides;
  overrides.set.push_back(std::string("model.alpha_start=") + alpha);
  const auto scenario = collsim::with_choices(collsim::read_scenario(file, collsim::known_algorithms(), overrides));
  const collsim::Result result = collsim::replay(scenario);
  for (const collsim::RunResult& part : result.runs)
    for (const collsim::CollectiveResult& c : part.collectives)
      std::printf("%s: %.3f us with a start-up time of %s\n", c.id.c_str(), collsim::to_microseconds(c.end - c.start),
                  alpha);
}

}  // namespace

int main(int argc, char* argv[]) try {
  if (argc != 2) return std::fprintf(stderr, "usage: %s SCENARIO.yaml\n", argv[0]), 2;
  for (const char* alpha : {"0 us", "1 us", "10 us"}) run(argv[1], alpha);
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "%s\n", error.what()), 1;
}
