#include "flow/priority_solver.h"

#include <numeric>
#include <vector>

#include "flow/certificate.h"
#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Flows over resources, with all that a problem may state.
struct System {
  std::vector<double> capacity;
  std::vector<std::uint32_t> first{0};
  std::vector<ResourceId> resource;
  std::vector<double> coefficient, weight, cap;
  std::vector<int> priority;

  void add(const std::vector<ResourceId>& route, int of_priority, double of_weight = 1, double of_cap = 1e18,
           double of_coefficient = 1) {
    for (const ResourceId r : route) {
      resource.push_back(r);
      coefficient.push_back(of_coefficient);
    }
    first.push_back(static_cast<std::uint32_t>(resource.size()));
    weight.push_back(of_weight);
    cap.push_back(of_cap);
    priority.push_back(of_priority);
  }
  RateProblem problem() const { return {capacity, first, resource, coefficient, weight, cap, priority}; }
  std::vector<double> rates() const {
    Allocation out;
    PrioritySolver(Sharing::max_min).solve(problem(), out);
    return out.rate;
  }
};

/// The definition, slowly: class by class, each flow's rate raised with its weight until a resource or its cap binds.
std::vector<double> filled_by_hand(const System& s) {
  const std::size_t flows = s.priority.size();
  std::vector<double> rate(flows, 0.0), left = s.capacity;
  for (int priority = 9; priority >= 0; --priority) {
    std::vector<char> open(flows, 0);
    for (std::size_t f = 0; f < flows; ++f) open[f] = s.priority[f] == priority ? 1 : 0;
    while (std::accumulate(open.begin(), open.end(), 0) > 0) {
      std::vector<double> demand(left.size(), 0.0);
      for (std::size_t f = 0; f < flows; ++f) {
        for (std::uint32_t u = s.first[f]; open[f] && u < s.first[f + 1]; ++u)
          demand[s.resource[u]] += s.weight[f] * s.coefficient[u];
      }
      double step = 1e300;
      for (std::size_t r = 0; r < left.size(); ++r)
        if (demand[r] > 0) step = std::min(step, left[r] / demand[r]);
      for (std::size_t f = 0; f < flows; ++f)
        if (open[f]) step = std::min(step, (s.cap[f] - rate[f]) / s.weight[f]);
      for (std::size_t f = 0; f < flows; ++f)
        if (open[f]) rate[f] += step * s.weight[f];
      for (std::size_t r = 0; r < left.size(); ++r) left[r] -= step * demand[r];
      for (std::size_t f = 0; f < flows; ++f) {
        bool bound = rate[f] >= s.cap[f] * (1 - 1e-12);
        for (std::uint32_t u = s.first[f]; u < s.first[f + 1]; ++u)
          bound = bound || left[s.resource[u]] <= 1e-12 * s.capacity[s.resource[u]];
        if (bound) open[f] = 0;
      }
    }
  }
  return rate;
}

System random_system(std::uint64_t seed) {
  Random random(seed);
  System s;
  const int resources = random.between(2, 12), flows = random.between(1, 30);
  for (int r = 0; r < resources; ++r) s.capacity.push_back(random.between(1, 20));
  for (int f = 0; f < flows; ++f) {
    std::vector<ResourceId> route;
    for (int r = 0; r < resources; ++r)
      if (random.between(0, 2) == 0) route.push_back(static_cast<ResourceId>(r));
    if (route.empty()) route.push_back(0);
    const double cap = random.between(0, 3) == 0 ? random.between(1, 5) : 1e18;
    s.add(route, random.between(0, 2), random.between(1, 4), cap, random.between(1, 4) / 4.0);
  }
  return s;
}

}  // namespace

TEST_CASE("priorities: a higher class shares as if alone, a lower one gets what is left") {
  // Two links of 10. The high flow takes link 0 up to its cap of 6; of the low ones the first gets the other 4, and its
  // rival on link 1 the rest there, 6.
  System s;
  s.capacity = {10, 10};
  s.add({0}, 1, 1, 6);
  s.add({0, 1}, 0);
  s.add({1}, 0);
  CHECK(s.rates() == std::vector<double>{6, 4, 6});
}

TEST_CASE("priorities: where the higher class leaves nothing, the lower one stands still") {
  System s;
  s.capacity = {10, 7};
  s.add({0}, 5);
  s.add({0}, 5);
  s.add({0, 1}, 4);
  s.add({1}, 3);
  CHECK(s.rates() == std::vector<double>{5, 5, 0, 7});
}

TEST_CASE("priorities: with weights, caps and fractions the rates are those of filling class by class", "[property]") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const System s = random_system(seed);
    const std::vector<double> rates = s.rates(), expected = filled_by_hand(s);
    CAPTURE(seed);
    // Thirty subtractions a link and class, each with half a unit in the last place of at most 20; and 1e-9 of a link
    // counts as nothing.
    for (std::size_t f = 0; f < rates.size(); ++f) CHECK(rates[f] == Approx(expected[f]).margin(20 * 4e-9));
    const auto fault = find_unfairness(s.problem(), rates, Sharing::max_min);
    CHECK_FALSE(fault);
  }
}

TEST_CASE("priorities: the certificate finds a lower class that was served first") {
  System s;
  s.capacity = {10};
  s.add({0}, 1);
  s.add({0}, 0);
  CHECK_FALSE(find_unfairness(s.problem(), {10, 0}, Sharing::max_min));
  CHECK(find_unfairness(s.problem(), {0, 10}, Sharing::max_min));
  CHECK(find_unfairness(s.problem(), {5, 5}, Sharing::max_min));  // right without priorities
  CHECK(find_unfairness(s.problem(), {9, 0}, Sharing::max_min));
}
