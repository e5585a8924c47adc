// Closed forms against the simulator where they claim to be exact, on a crossbar with α = 10 us and B = 25 GB/s.

#include <algorithm>
#include <cmath>

#include "collective/table.h"
#include "oracle/estimate.h"
#include "oracle/form.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::oracle;
using namespace collsim::test;

namespace {

std::string crossbar(int ranks) {
  return topology("{id: '" + chips(ranks) + "', kind: chip}, {id: sw, kind: switch, reduces: true, multicasts: true}",
                  "{from: '" + chips(ranks) + "', to: sw, bandwidth: 25 GB/s, latency: 5 us}");
}

/// Two tiers of the same price where the algorithm has to be told of some, else one.
Machine machine_for(const Algorithm& algorithm, int ranks) {
  const Line line{ranks, 25e9, 10e-6, 0, 1};
  if (algorithm.tiers != Algorithm::Tiers::stated || ranks % 2 != 0 || ranks < 4) return Machine({line});
  Line two = line, rest = line;
  two.size = 2;
  rest.size = ranks / 2;
  return Machine({two, rest});
}

std::string groups_of(const Machine& machine) {
  if (machine.tiers() < 2) return "";
  return ", groups: [2, " + std::to_string(machine.outermost().size) + "]";
}

double simulated(const Algorithm& algorithm, Op op, Bytes size, const Machine& machine) {
  return time_us(crossbar(machine.ranks()) +
                 collectives({std::string("{op: ") + to_string(op) + ", algorithm: " + std::string(algorithm.name) +
                              ", size: " + std::to_string(size) + groups_of(machine) + "}"}));
}

double messages(const Form& form) {
  double sum = 0;
  for (const Stage& stage : form.stages) sum += stage.messages;
  return sum;
}

bool told_of_tiers(const Algorithm& algorithm, const Machine& machine) {
  return algorithm.tiers != Algorithm::Tiers::stated || machine.tiers() > 1;
}

void compare(const Algorithm& algorithm, Op op, int ranks) {
  const FormRow* row = find_form(algorithm.name, op);
  REQUIRE(row != nullptr);
  const Machine machine = machine_for(algorithm, ranks);
  if (!told_of_tiers(algorithm, machine)) return;
  // Whole blocks for every number of ranks and every halving.
  const Case problem{algorithm.name, op, Bytes{ranks} * 64 * 1000, 1};
  const Form form = row->make(problem, machine);
  if (form.claim != Claim::exact) return;
  CAPTURE(algorithm.name, to_string(op), ranks);
  const double closed = seconds_of(form, CostModel::alpha_beta, machine) * 1e6;
  CHECK(ticks_apart(simulated(algorithm, op, problem.size, machine), closed) <= 3 * messages(form) + 0.01);
}

}  // namespace

TEST_CASE("forms: every algorithm has one for each of its operations") {
  for (const Algorithm& algorithm : algorithms())
    for (const Op op : algorithm.ops) {
      CAPTURE(algorithm.name, to_string(op));
      CHECK(find_form(algorithm.name, op) != nullptr);
    }
}

TEST_CASE("forms: those that claim to be exact agree with the simulator to the tick") {
  for (const Algorithm& algorithm : algorithms())
    for (const Op op : algorithm.ops)
      for (const int ranks : {2, 3, 4, 6, 8, 13, 16}) compare(algorithm, op, ranks);
}

TEST_CASE("forms: a chain in chunks is exact") {
  for (const int chunks : {1, 2, 7, 64}) {
    const Case problem{"chain", Op::broadcast, 64 * 7 * 1000, chunks};
    const auto closed = estimate(CostModel::alpha_beta, problem, flat_machine(5, 25e9, 10e-6));
    const double simulated = time_us(
        crossbar(5) +
        collectives({"{op: broadcast, algorithm: chain, size: 448000, chunks: " + std::to_string(chunks) + "}"}));
    CHECK(ticks_apart(simulated, closed->seconds * 1e6) <= 3.0 * (3 + chunks) + 0.01);
  }
}

TEST_CASE("forms: a single rank takes no time, and an unknown algorithm has no answer") {
  const Machine one = flat_machine(1, 25e9, 10e-6);
  for (const FormRow& row : forms())
    for (const Op op : row.ops) CHECK(estimate(CostModel::alpha_beta, {row.algorithm, op, 1 << 20}, one)->seconds == 0);
  CHECK(!estimate(CostModel::alpha_beta, {"ring", Op::all_to_all, 1}, one));
  CHECK(!estimate(CostModel::alpha_beta, {"spiral", Op::all_reduce, 1}, one));
}

TEST_CASE("forms: more bytes, more latency or less bandwidth never take less time") {
  for (const FormRow& row : forms())
    for (const Op op : row.ops)
      for (const CostModel model : cost_models()) {
        CAPTURE(row.algorithm, to_string(op), to_string(model));
        const auto seconds = [&](Bytes size, double alpha, double bandwidth) {
          const Machine machine({Line{4, 4 * bandwidth, alpha / 2, alpha / 2, 1}, Line{3, bandwidth, alpha, alpha, 2}});
          return estimate(model, {row.algorithm, op, size, 1}, machine)->seconds;
        };
        const double base = seconds(1 << 20, 1e-6, 1e10);
        CHECK(base > 0);
        CHECK(seconds(1 << 22, 1e-6, 1e10) > base);
        CHECK(seconds(1 << 20, 2e-6, 1e10) > base);
        CHECK(seconds(1 << 20, 1e-6, 5e9) > base);
      }
}
