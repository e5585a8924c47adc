// Who gets what when flows share. After openfabric-systems/simllm#196 (of two equal senders one starved because they
// arrived in the same picosecond) and the exercises by which people check a water-filling solver.

#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "flow/solver.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

constexpr double kNoDemand = std::numeric_limits<double>::infinity();

/// Max-min rates of flows, each given by the resources on its route.
std::vector<double> max_min(const std::vector<double>& capacity, const std::vector<std::vector<ResourceId>>& routes,
                            const std::vector<double>& weight, const std::vector<double>& demand) {
  std::vector<std::uint32_t> first{0};
  std::vector<ResourceId> resources;
  for (const auto& route : routes) {
    resources.insert(resources.end(), route.begin(), route.end());
    first.push_back(static_cast<std::uint32_t>(resources.size()));
  }
  RateProblem problem;
  problem.capacity = capacity;
  problem.first = first;
  problem.resource = resources;
  problem.weight = weight;
  problem.cap = demand;
  Allocation allocation;
  RateSolver(Sharing::max_min).solve(problem, allocation);
  return allocation.rate;
}

void check_rates(const std::vector<double>& rates, const std::vector<double>& expected) {
  REQUIRE(rates.size() == expected.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    CAPTURE(i);
    CHECK(rates[i] == Approx(expected[i]).epsilon(1e-12));
  }
}

/// Flows that all use one link.
std::vector<double> on_one_link(double capacity, const std::vector<double>& weight, const std::vector<double>& demand) {
  return max_min({capacity}, std::vector<std::vector<ResourceId>>(demand.size(), {0}), weight, demand);
}

/// `senders` chips send 32 MiB to the last chip of a crossbar at the same instant, in the given order in the file.
std::vector<double> incast(int senders, bool reversed) {
  std::vector<std::string> entries;
  for (int i = 0; i < senders; ++i) {
    const std::string from = "c" + std::to_string(reversed ? senders - 1 - i : i);
    entries.push_back(send("from_" + from, from, "c" + std::to_string(senders), "32 MiB"));
  }
  const Result result = simulate(star(senders + 1, "25 GB/s") + collectives(entries));
  std::vector<double> times;
  for (const CollectiveResult& c : result.runs.at(0).collectives) times.push_back(time_us(c));
  return times;
}

}  // namespace

TEST_CASE("practice: senders that start in the same picosecond get equal shares and end together") {
  for (const int senders : {2, 8})
    for (const bool reversed : {false, true}) {
      CAPTURE(senders, reversed);
      // n × 32 MiB through 25 GB/s: 2.684 ms for two, 10.737 ms for eight.
      for (const double t : incast(senders, reversed)) CHECK(ticks_apart(t, senders * 33'554'432 / 25e3) <= 2);
    }
}

TEST_CASE("max-min: A-C-E, B-C twice, D-E and B-C-E over unit links get 2/3, 1/3, 1/3, 1, 1/3") {
  // Links AC, DE, BC, CE. BC is shared by three: 1/3 each. CE has 2/3 left for A-C-E.
  enum : ResourceId { AC, DE, BC, CE };
  check_rates(max_min({1, 1, 1, 1}, {{AC, CE}, {BC}, {BC}, {DE}, {BC, CE}}, {}, {}),
              {2.0 / 3, 1.0 / 3, 1.0 / 3, 1, 1.0 / 3});
}

TEST_CASE("max-min: demands of 2, 2.6, 4 and 5 on a link of 10 leave 2.7 to the greedy") {
  check_rates(on_one_link(10, {}, {2, 2.6, 4, 5}), {2, 2.6, 2.7, 2.7});
}

TEST_CASE("max-min: with weights 2.5, 4, 0.5, 1 and demands 4, 2, 10, 4 on a link of 16, three get what they ask for") {
  // The third takes what is left: 16 − 4 − 2 − 4.
  check_rates(on_one_link(16, {2.5, 4, 0.5, 1}, {4, 2, 10, 4}), {4, 2, 6, 4});
}

TEST_CASE("max-min: with weights 2, 4, 3, 1 and demands 6, 5, 10, 5 on a link of 20") {
  // 2 a unit of weight: 4, 8, 6, 2. The second needs 5 only; the other 3 go to weights 2, 3, 1: 5, 7.5, 2.5.
  check_rates(on_one_link(20, {2, 4, 3, 1}, {6, 5, 10, 5}), {5, 5, 7.5, 2.5});
}

TEST_CASE("max-min: on a single link the rates of the others never fall when a flow ends") {
  std::vector<double> weight{2.5, 4, 0.5, 1}, demand{4, 2, kNoDemand, 4};
  std::vector<double> before = on_one_link(16, weight, demand);
  while (weight.size() > 1) {
    weight.pop_back();
    demand.pop_back();
    const std::vector<double> after = on_one_link(16, weight, demand);
    for (std::size_t i = 0; i < after.size(); ++i) CHECK(after[i] >= before[i]);
    before = after;
  }
}

TEST_CASE("practice: what a finished message leaves on a link goes to the others at once") {
  // 1, 2 and 3 GB over 6 GB/s. At 2 GB/s each the first ends at 0.5 s; then 3 GB/s each and 1 GB left of the second,
  // which ends at 0.8333 s; then 6 GB/s for the last GB of the third: 1 s, the link never idle.
  const Result r = simulate(star(2, "6 GB/s") + collectives({send("one", "c0", "c1", "1 GB"),  //
                                                             send("two", "c0", "c1", "2 GB"),  //
                                                             send("three", "c0", "c1", "3 GB")}));
  CHECK(ticks_apart(time_us(collective(r, "one")), 0.5e6) <= 2);
  CHECK(ticks_apart(time_us(collective(r, "two")), 0.5e6 + 1e6 / 3) <= 3);
  CHECK(ticks_apart(time_us(collective(r, "three")), 1e6) <= 4);
}
