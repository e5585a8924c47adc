#include "flow/solver.h"

#include <algorithm>
#include <cmath>

#include "flow/certificate.h"
#include "flow/plain_max_min.h"
#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The flat arrays of a plain system.
struct Flat {
  explicit Flat(const PlainSystem& system, bool weighted) {
    for (const long double c : system.capacity) capacity.push_back(static_cast<double>(c));
    for (const PlainSystem::Flow& flow : system.flows) {
      for (const PlainSystem::Use& use : flow.uses) {
        resource.push_back(use.resource);
        if (weighted) coefficient.push_back(static_cast<double>(use.coefficient));
      }
      first.push_back(static_cast<std::uint32_t>(resource.size()));
      cap.push_back(static_cast<double>(flow.cap));
      if (weighted) weight.push_back(static_cast<double>(flow.weight));
    }
  }
  RateProblem problem() const { return {capacity, first, resource, coefficient, weight, cap}; }

  std::vector<double> capacity, coefficient, weight, cap;
  std::vector<std::uint32_t> first{0};
  std::vector<ResourceId> resource;
};

std::vector<double> solve(const RateProblem& problem, Sharing sharing) {
  Allocation allocation;
  RateSolver(sharing).solve(problem, allocation);
  return allocation.rate;
}

/// Few resources and short routes, so that levels and ties are many. Capacities are small whole numbers.
PlainSystem random_system(Random& random, bool weighted, bool capped) {
  PlainSystem system;
  const int resources = random.between(1, 12);
  for (int r = 0; r < resources; ++r) system.capacity.push_back(random.between(0, 9) == 0 ? 0 : random.between(1, 8));
  const int flows = random.between(1, 30);
  for (int f = 0; f < flows; ++f) {
    PlainSystem::Flow flow;
    for (int r = 0; r < resources; ++r) {
      if (random.between(0, 3) == 0)
        flow.uses.push_back({static_cast<unsigned>(r), weighted ? random.between(1, 4) * 0.25L : 1});
    }
    if (flow.uses.empty()) flow.uses.push_back({static_cast<unsigned>(random.below(system.capacity.size())), 1});
    if (weighted) flow.weight = random.between(1, 5);
    if (capped && random.between(0, 1) == 0) flow.cap = random.between(1, 12) * 0.25L;
    system.flows.push_back(flow);
  }
  return system;
}

void check_against_plain(Random& random, bool weighted, bool capped) {
  const PlainSystem system = random_system(random, weighted, capped);
  const Flat flat(system, weighted);
  const std::vector<double> rates = solve(flat.problem(), Sharing::max_min);
  const std::vector<long double> expected = plain_max_min(system);
  for (std::size_t f = 0; f < rates.size(); ++f) {
    // Each level rounds a handful of times, relative to capacities of at most 8; there are at most as many levels as
    // resources and flows, 42: far below 1e-12.
    REQUIRE(rates[f] == Approx(static_cast<double>(expected[f])).epsilon(1e-12).margin(1e-12));
  }
  const auto fault = find_unfairness(flat.problem(), rates, Sharing::max_min);
  CAPTURE(fault.value_or(""));
  REQUIRE_FALSE(fault);
}

}  // namespace

TEST_CASE("max-min: a flow held back elsewhere leaves its share to the others") {
  // Link 0 of 10 carries flows 0 and 1; flow 1 also crosses link 1 of 2. So flow 1 gets 2 and flow 0 the other 8.
  const std::vector<double> capacity{10, 2};
  const std::vector<std::uint32_t> first{0, 1, 3};
  const std::vector<ResourceId> resource{0, 0, 1};
  Allocation allocation;
  RateSolver(Sharing::max_min).solve({capacity, first, resource, {}, {}, {}}, allocation);
  CHECK(allocation.rate == std::vector<double>{8, 2});
  CHECK(allocation.bottleneck == std::vector<ResourceId>{0, 1});
}

TEST_CASE("equal share: a flow held back elsewhere does not leave its share to the others") {
  const std::vector<double> capacity{10, 2};
  const std::vector<std::uint32_t> first{0, 1, 3};
  const std::vector<ResourceId> resource{0, 0, 1};
  CHECK(solve({capacity, first, resource, {}, {}, {}}, Sharing::equal_share) == std::vector<double>{5, 2});
  CHECK(solve({capacity, first, resource, {}, {}, {}}, Sharing::none) == std::vector<double>{10, 2});
}

TEST_CASE("max-min: a tree loads each of its links once, a spray by its fractions") {
  // A multicast over links 0, 1, 2 (capacities 6, 4, 9) and a plain flow on link 1: both get 2.
  const std::vector<double> capacity{6, 4, 9};
  const std::vector<std::uint32_t> tree_first{0, 3, 4};
  const std::vector<ResourceId> tree{0, 1, 2, 1};
  CHECK(solve({capacity, tree_first, tree, {}, {}, {}}, Sharing::max_min) == std::vector<double>{2, 2});
  // A flow split half and half over links 0 and 1 alone: 0.5 r <= 4 binds first, r = 8.
  const std::vector<std::uint32_t> spray_first{0, 2};
  const std::vector<ResourceId> spray{0, 1};
  const std::vector<double> half{0.5, 0.5};
  CHECK(solve({capacity, spray_first, spray, half, {}, {}}, Sharing::max_min) == std::vector<double>{8});
}

TEST_CASE("max-min: rates agree with textbook filling, and carry their certificate", "[property]") {
  for (std::uint64_t seed = 0; seed < 2500; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const bool weighted = (seed & 1) != 0;
    const bool capped = (seed & 2) != 0;
    check_against_plain(random, weighted, capped);
  }
}

TEST_CASE("max-min: the order of the flows and the company of strangers change no bit", "[property]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const PlainSystem a = random_system(random, false, true);
    const PlainSystem b = random_system(random, false, true);
    PlainSystem both = b;  // then a's flows, last first, on resources of their own
    both.capacity.insert(both.capacity.end(), a.capacity.begin(), a.capacity.end());
    for (auto flow = a.flows.rbegin(); flow != a.flows.rend(); ++flow) {
      both.flows.push_back(*flow);
      for (PlainSystem::Use& use : both.flows.back().uses) use.resource += static_cast<unsigned>(b.capacity.size());
    }
    const std::vector<double> alone = solve(Flat(a, false).problem(), Sharing::max_min);
    const std::vector<double> together = solve(Flat(both, false).problem(), Sharing::max_min);
    REQUIRE(std::equal(alone.rbegin(), alone.rend(), together.begin() + static_cast<std::ptrdiff_t>(b.flows.size())));
  }
}

TEST_CASE("max-min: a solver that is used again remembers nothing", "[property]") {
  RateSolver solver(Sharing::max_min);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Flat flat(random_system(random, false, false), false);
    Allocation again;
    solver.solve(flat.problem(), again);
    REQUIRE(again.rate == solve(flat.problem(), Sharing::max_min));
  }
}

TEST_CASE("certificate: finds a link given away twice, a flow that could have more, and one that has too much") {
  const std::vector<double> capacity{10, 4};
  const std::vector<std::uint32_t> first{0, 1, 3};
  const std::vector<ResourceId> resource{0, 0, 1};
  const RateProblem problem{capacity, first, resource, {}, {}, {}};
  CHECK_FALSE(find_unfairness(problem, {6, 4}, Sharing::max_min));
  CHECK(find_unfairness(problem, {7, 4}, Sharing::max_min));            // 11 of 10
  CHECK(find_unfairness(problem, {5, 4}, Sharing::max_min));            // flow 0 could have 1 more
  CHECK(find_unfairness(problem, {7, 3}, Sharing::max_min));            // flow 1 is starved by a quicker one
  CHECK_FALSE(find_unfairness(problem, {5, 4}, Sharing::equal_share));  // only capacity counts
  CHECK(find_unfairness(problem, {7, 4}, Sharing::equal_share));
  CHECK_FALSE(find_unfairness(problem, {10, 4}, Sharing::none));
  const std::vector<double> cap{5, kInfinity};
  const RateProblem capped{capacity, first, resource, {}, {}, cap};
  CHECK_FALSE(find_unfairness(capped, {5, 4}, Sharing::max_min));  // its own cap is bottleneck enough
}
