// Groups of unequal size, and graphs without a switch. Bandwidth only: no latencies.

#include <string>
#include <vector>

#include "base/units.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string number(int i) { return std::to_string(i); }

std::string wire(const std::string& from, const std::string& to, const std::string& bandwidth,
                 const std::string& tier = "c2c") {
  return "{from: '" + from + "', to: '" + to + "', bandwidth: " + bandwidth + ", tier: " + tier + "}";
}

std::string all_reduce(const std::string& size, const std::string& more) {
  return "collectives: [{op: all_reduce, algorithm: ring, size: " + size + ", " + more + "}]\n";
}

/// Four chips at 100 GB/s, six at 50 GB/s, and 25 GB/s between them.
std::string uneven_boards() {
  return topology(
      "{id: 'c[0-9]', kind: chip}, {id: 'b[0-1]', kind: switch}",
      join({wire("c[0-3]", "b0", "100 GB/s"), wire("c[4-9]", "b1", "50 GB/s"), wire("b0", "b1", "25 GB/s", "b2b")}));
}

}  // namespace

// astra-sim/astra-sim#371 and others: groups of four and six chips.
TEST_CASE("practice: uneven groups by one ring, and by stages stated by hand") {
  // 18 steps of 100 MB, of which each waits for the 25 GB/s between the groups.
  CHECK(ticks_apart(time_us(uneven_boards() + all_reduce("1 GB", "ranks: 'c[0-9]'")), 72e3) <= 18 * 2);

  // A reduce_scatter leaves quarters in one group and sixths in the other: every twelfth of the data has one owner in
  // each, and the two sum it up between them. All twelve pairs share the link, two steps of half their data.
  constexpr Bytes size = 24 * Bytes{41'666'667};
  std::vector<std::string> stages, pairs;
  const auto stage = [&](const std::string& id, const std::string& op, const std::string& ranks, Bytes bytes,
                         const std::string& after) {
    stages.push_back("{id: " + id + ", op: " + op + ", algorithm: ring, ranks: '" + ranks +
                     "', size: " + std::to_string(bytes) + ", after: [" + after + "]}");
  };
  for (const auto& [group, ranks] : {std::pair("a", "c[0-3]"), std::pair("b", "c[4-9]")})
    stage("scatter_" + std::string(group), "reduce_scatter", ranks, size, "");
  for (int twelfth = 0; twelfth < 12; ++twelfth) {
    pairs.push_back("pair" + number(twelfth));
    stage(pairs.back(), "all_reduce", "c" + number(twelfth / 3) + " c" + number(4 + twelfth / 2), size / 12,
          "scatter_a, scatter_b");
  }
  for (const auto& [group, ranks] : {std::pair("a", "c[0-3]"), std::pair("b", "c[4-9]")})
    stage("gather_" + std::string(group), "all_gather", ranks, size, join(pairs));
  const double m = static_cast<double>(size);
  const double inside = 5.0 / 6 * m / 50e3, between = m / 25e3;  // the slower group of six; 12 · m/24 a step, two steps
  const Result r = simulate(uneven_boards() + collectives(stages));
  CHECK(ticks_apart(makespan_us(r), 2 * inside + between) <= (5 + 2 * 12 + 5) * 2);
  CHECK(makespan_us(r) == Approx(73.3e3).epsilon(0.001));
}

TEST_CASE("practice: stages of uneven groups in pieces one behind the other wait for the link between them alone") {
  // As above, in k pieces: the link is busy for m / 25 GB/s once the first piece's scatter is done, and the last
  // piece's gather follows. Meanwhile a chip of the six carries two of twelve pairs, 2 x 25/12 GB/s, beside a scatter
  // and a gather, which get (50 - 4.17)/2 GB/s each at least: enough for a piece to be ready before the link is.
  constexpr int k = 8;
  constexpr Bytes piece = 24 * Bytes{5'208'333};
  const std::vector<std::pair<std::string, std::string>> groups{{"a", "c[0-3]"}, {"b", "c[4-9]"}};
  std::vector<std::string> stages;
  const auto stage = [&](const std::string& id, const std::string& op, const std::string& ranks, Bytes bytes,
                         const std::vector<std::string>& after) {
    stages.push_back("{id: " + id + ", op: " + op + ", algorithm: ring, ranks: '" + ranks +
                     "', size: " + std::to_string(bytes) + ", after: [" + join(after) + "]}");
  };
  for (int p = 0; p < k; ++p) {
    const auto behind = [p](const std::string& id, std::vector<std::string> after) {
      if (p > 0) after.push_back(id + number(p - 1));
      return after;
    };
    std::vector<std::string> pairs;
    for (const auto& [group, ranks] : groups)
      stage("scatter_" + group + number(p), "reduce_scatter", ranks, piece, behind("scatter_" + group, {}));
    for (int twelfth = 0; twelfth < 12; ++twelfth) {
      const std::string id = "pair" + number(twelfth) + "_";
      pairs.push_back(id + number(p));
      stage(pairs.back(), "all_reduce", "c" + number(twelfth / 3) + " c" + number(4 + twelfth / 2), piece / 12,
            behind(id, {"scatter_a" + number(p), "scatter_b" + number(p)}));
    }
    for (const auto& [group, ranks] : groups)
      stage("gather_" + group + number(p), "all_gather", ranks, piece, behind("gather_" + group, pairs));
  }
  const double m = static_cast<double>(k * piece), between = m / 25e3;
  const double inside = 5.0 / 6 * m / 50e3 / k, slowest_inside = inside * 50 / ((50 - 2 * 25.0 / 12) / 2);
  const double time = makespan_us(simulate(uneven_boards() + collectives(stages)));
  CHECK(time >= between + 2 * inside - 1e-3);
  CHECK(time <= between + inside + slowest_inside + 1e-3);
}

TEST_CASE("practice: a graph without switches works where its chips say that they forward") {
  // A chain of eight chips. As a ring each step waits for the message from the last to the first, over all seven links.
  const auto chain = [](const std::string& more) {
    std::vector<std::string> links;
    for (int i = 0; i < 7; ++i) links.push_back(wire("c" + number(i), "c" + number(i + 1), "10 GB/s"));
    return topology("{id: 'c[0-7]', kind: chip" + more + "}", join(links)) + all_reduce("80 MB", "ranks: 'c[0-7]'");
  };
  CHECK(ticks_apart(time_us(chain(", forwards: true")), 14 * 1000) <= 14 * 2);
  CHECK_THROWS_WITH(simulate(chain("")),
                    Catch::Matchers::ContainsSubstring("no route from rank 7 (c7) to rank 0 (c0)"));
}
