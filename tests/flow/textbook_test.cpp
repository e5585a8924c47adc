// Exercises that people use to check a water-filling solver, from course pages and question sites on max-min fairness
// (softlockup.com, 2011).

#include <algorithm>
#include <limits>
#include <vector>

#include "flow/certificate.h"
#include "flow/priority_solver.h"
#include "support/catch.h"

using namespace collsim;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Flow {
  std::vector<ResourceId> route;
  double demand = kInfinity;
  double weight = 1;
};

/// Solved and proved.
std::vector<double> rates_of(const std::vector<double>& capacity, const std::vector<Flow>& flows) {
  std::vector<std::uint32_t> first{0};
  std::vector<ResourceId> resource;
  std::vector<double> weight, cap;
  for (const Flow& flow : flows) {
    resource.insert(resource.end(), flow.route.begin(), flow.route.end());
    first.push_back(static_cast<std::uint32_t>(resource.size()));
    weight.push_back(flow.weight);
    cap.push_back(flow.demand);
  }
  const RateProblem problem{capacity, first, resource, {}, weight, cap, {}};
  Allocation out;
  PrioritySolver(Sharing::max_min).solve(problem, out);
  CHECK_FALSE(find_unfairness(problem, out.rate, Sharing::max_min));
  return out.rate;
}

void require_near(const std::vector<double>& found, const std::vector<double>& right) {
  REQUIRE(found.size() == right.size());
  for (std::size_t i = 0; i < right.size(); ++i) CHECK(found[i] == Approx(right[i]).epsilon(1e-12));
}

}  // namespace

TEST_CASE("practice A20: a link that binds elsewhere leaves two thirds") {
  // Unit links AC, DE, BC, CE; flows A-C-E, B-C, B-C, D-E, B-C-E. BC is full at 1/3 each, CE leaves A-C-E the rest.
  require_near(rates_of({1, 1, 1, 1}, {{{0, 3}}, {{2}}, {{2}}, {{1}}, {{2, 3}}}),
               {2.0 / 3, 1.0 / 3, 1.0 / 3, 1, 1.0 / 3});
}

TEST_CASE("practice A20: small demands are met, the rest share what is left") {
  // 2 and 2.6 are below a quarter and then a third of what is left; 5.4 are left for two.
  require_near(rates_of({10}, {{{0}, 2}, {{0}, 2.6}, {{0}, 4}, {{0}, 5}}), {2, 2.6, 2.7, 2.7});
}

TEST_CASE("practice A20: with weights a demand is met by its weight's share") {
  // On 16: demands 4, 2 and 4 are met, 6 are left for the one that wants 10.
  require_near(rates_of({16}, {{{0}, 4, 2.5}, {{0}, 2, 4}, {{0}, 10, 0.5}, {{0}, 4, 1}}), {4, 2, 6, 4});
  // On 20: only the 5 of weight 4 are met; 15 are left for weights 2, 3 and 1.
  require_near(rates_of({20}, {{{0}, 6, 2}, {{0}, 5, 4}, {{0}, 10, 3}, {{0}, 5, 1}}), {5, 5, 7.5, 2.5});
}

TEST_CASE("practice A20: on one link nobody gets less when another has ended") {
  std::vector<Flow> flows{{{0}, 6, 2}, {{0}, 5, 4}, {{0}, 10, 3}, {{0}, 5, 1}};
  std::vector<double> before = rates_of({20}, flows);
  while (flows.size() > 1) {
    flows.erase(flows.begin());
    before.erase(before.begin());
    const std::vector<double> now = rates_of({20}, flows);
    for (std::size_t i = 0; i < now.size(); ++i) CHECK(now[i] >= before[i] * (1 - 1e-12));
    before = now;
  }
  CHECK(before == std::vector<double>{5});  // its demand
}
