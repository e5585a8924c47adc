#include "study/repeats.h"

#include <algorithm>

#include "base/error.h"
#include "scenario/reader.h"
#include "support/catch.h"
#include "support/networks.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Four pairs over four parallel links, by hash.
std::string collisions(int repeats) {
  return topology("{id: 'c[0-7]', kind: chip}, {id: left, kind: switch}, {id: right, kind: switch}",
                  "{from: 'c[0-3]', to: left, bandwidth: 10 GB/s}, {from: 'c[4-7]', to: right, bandwidth: 10 GB/s}, "
                  "{from: left, to: right, bandwidth: 10 GB/s}, {from: left, to: right, bandwidth: 10 GB/s}, "
                  "{from: left, to: right, bandwidth: 10 GB/s}, {from: left, to: right, bandwidth: 10 GB/s}") +
         "model: {routing: ecmp}\nrepeats: " + std::to_string(repeats) + "\n" +
         collectives({send("a", "c0", "c4", "10 MB"), send("b", "c1", "c5", "10 MB"), send("c", "c2", "c6", "10 MB"),
                      send("d", "c3", "c7", "10 MB")});
}

Scenario read(const std::string& yaml, std::uint64_t seed = 1) {
  Overrides overrides;
  overrides.set.push_back("seed=" + std::to_string(seed));
  return parse_scenario(yaml, "s.yaml", known_algorithms(), overrides);
}

Result repeated(const std::string& yaml, RepeatOptions options = {}) {
  const Scenario scenario = read(yaml);
  Result result = replay(scenario);
  options.with_seed = [&](std::uint64_t seed) { return read(yaml, seed); };
  repeat(scenario, options, result);
  return result;
}

}  // namespace

TEST_CASE("repeats: the spread is that of the runs with each seed by itself") {
  const std::string yaml = collisions(9);
  const Result result = repeated(yaml);
  REQUIRE(result.repeats);
  CHECK(result.repeats->count == 9);
  REQUIRE(result.repeats->collectives.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<Duration> times;
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 9; ++seed) {
      times.push_back(replay(read(yaml, seed)).runs.front().collectives[i].time());
      sum += to_microseconds(times.back());
    }
    const SeedSpread& spread = result.repeats->collectives[i];
    CHECK(times.front() == result.runs.front().collectives[i].time());
    CHECK(times[spread.worst_seed - 1] == spread.worst);
    std::sort(times.begin(), times.end());
    CHECK(spread.best == times.front());
    CHECK(spread.p50 == times[4]);  // the fifth of nine
    CHECK(spread.p99 == times.back());
    CHECK(spread.worst == times.back());
    CHECK(spread.mean_us == Approx(sum / 9).epsilon(1e-12));
  }
}

TEST_CASE("repeats: an interrupt leaves the spread of the seeds that were done") {
  std::stop_source source;
  RepeatOptions options;
  options.stop = source.get_token();
  options.progress = [&](int done, int) {
    if (done == 3) source.request_stop();
  };
  const Result result = repeated(collisions(9), options);
  CHECK(result.interrupted);
  REQUIRE(result.repeats);
  CHECK(result.repeats->count == 3);
}

TEST_CASE("repeats: fewer than one or absurdly many are refused") {
  for (const char* count : {"0", "-1", "100001", "1e99", "many"}) {
    CAPTURE(count);
    CHECK_THROWS_AS(
        parse_scenario(star(2, "1 GB/s") + "repeats: " + count + "\ncollectives: [{op: all_reduce, size: 1 MB}]",
                       "s.yaml", known_algorithms()),
        InputError);
  }
}
