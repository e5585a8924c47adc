#include "collective/hierarchical.h"

#include <algorithm>

#include "collective/shuffled.h"
#include "collective/table.h"
#include "collective/totals.h"
#include "collective/verifier.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

const std::vector<std::vector<int>> kShapes{{1, 2},    {2, 1},    {2, 2},       {3, 2},       {2, 3},          {4, 4},
                                            {2, 3, 2}, {3, 1, 3}, {2, 2, 2, 2}, {3, 2, 2, 2}, {2, 2, 2, 2, 2}, {8, 8}};

/// Tiers of switches, one above the other, where every chip has a port of its own at every tier, so that the rings that
/// run side by side do not meet: tier t's ports lead to one switch that adds no latency. A link costs half of alpha.
std::string ports_of_their_own(const std::vector<int>& sizes, const std::vector<double>& gb,
                               const std::vector<int>& alpha_ns) {
  const char* tiers[] = {"d2d", "c2c", "b2b", "r2r", "p2p"};
  std::vector<std::string> nodes{"{id: \"" + chips(product(sizes)) + "\", kind: chip}"}, links;
  int group = 1;
  for (std::size_t t = 0; t < sizes.size(); ++t) {
    group *= sizes[t];
    const int groups = product(sizes) / group;
    for (int g = 0; g < groups; ++g) {
      const std::string sw = "s" + std::to_string(t) + "_" + std::to_string(g);
      nodes.push_back("{id: " + sw + ", kind: switch}");
      links.push_back("{from: \"c[" + std::to_string(g * group) + "-" + std::to_string((g + 1) * group - 1) +
                      "]\", to: " + sw + ", bandwidth: " + std::to_string(gb[t]) +
                      " GB/s, latency: " + std::to_string(alpha_ns[t] / 2) + " ns, tier: " + tiers[t] + "}");
    }
  }
  return topology(join(nodes), join(links));
}

/// (3.13) in microseconds, for sizes that divide evenly.
double closed_form_us(const std::vector<int>& sizes, const std::vector<double>& gb, const std::vector<int>& alpha_ns,
                      double bytes, Op op) {
  double total = 0;
  double m = bytes;
  for (std::size_t t = 0; t < sizes.size(); ++t) {
    const double s = sizes[t];
    const double once = (s - 1) / s * m / (gb[t] * 1e3) + (s - 1) * alpha_ns[t] * 1e-3;
    total += op == Op::all_reduce ? 2 * once : once;
    m /= s;
  }
  return total;
}

int steps(const std::vector<int>& sizes, Op op) {
  int sum = 0;
  for (const int s : sizes) sum += s - 1;
  return op == Op::all_reduce ? 2 * sum : sum;
}

std::string run_of(Op op, const std::string& more) {
  return "collectives: [{op: " + std::string(to_string(op)) + ", algorithm: hierarchical, " + more + "}]\n";
}

}  // namespace

TEST_CASE("hierarchical: keeps its promise along every hierarchy, whatever the order of the ranks", "[property]") {
  for (const auto& sizes : kShapes) {
    const int n = product(sizes);
    for (const char* name : {"hierarchical", "torus"}) {
      for (const Op op : {Op::all_reduce, Op::all_gather, Op::reduce_scatter, Op::all_to_all}) {
        const Algorithm* algorithm = find_algorithm(name, op);
        if (algorithm == nullptr) continue;
        for (const Bytes size : {Bytes{0}, Bytes{1}, Bytes{n - 1}, Bytes{n}, Bytes{(1 << 20) + 1}, Bytes{5} << 30}) {
          const Problem problem{op, n, size, 1, 3, 2, 0, shuffled(sizes, static_cast<std::uint64_t>(n))};
          CAPTURE(name, to_string(op), sizes, size);
          const auto fault = find_fault(*algorithm->make(problem), problem);
          CAPTURE(fault.value_or(""));
          REQUIRE_FALSE(fault);
        }
      }
    }
  }
}

TEST_CASE("hierarchical: the reducing family sends no byte more than a ring") {
  // A tier of S among parts of m: every one of the N/S groups moves (S-1)·m in all, for each of the parts above it.
  // Summed over the tiers that telescopes to (N-1)·M, twice that in all_reduce.
  for (const auto& sizes : kShapes) {
    const int n = product(sizes);
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
      const Problem reduce{Op::all_reduce, n, size, 1, 1, 1, 0, nested_in_rank_order(sizes)};
      CAPTURE(sizes, size);
      CHECK(sent_by_all(*make_hierarchical(reduce), n) == 2 * (n - 1) * size);
    }
  }
}

TEST_CASE("hierarchical: on ports of their own K tiers take what (3.13) says, to a tick a step") {
  const std::vector<double> gb{900, 400, 100, 50, 20};
  const std::vector<int> alpha_ns{200, 1000, 4000, 6000, 10000};
  const std::vector<std::vector<int>> tiers{{8}, {4, 2}, {2, 3, 2}, {2, 2, 2, 2}, {2, 2, 2, 2, 2}};
  for (const auto& sizes : tiers) {
    const Bytes bytes = Bytes{1 << 20} * product(sizes) * 3;
    for (const Op op : {Op::all_reduce, Op::all_gather, Op::reduce_scatter}) {
      for (const char* sync : {"barrier", "dataflow"}) {
        const double expected = closed_form_us(sizes, gb, alpha_ns, static_cast<double>(bytes), op);
        const double found = time_us(ports_of_their_own(sizes, gb, alpha_ns) + "model: {sync: " + sync + "}\n" +
                                     run_of(op, "size: " + std::to_string(bytes)));
        CAPTURE(sizes, to_string(op), sync);
        CHECK(ticks_apart(found, expected) <= steps(sizes, op) + 1);
      }
    }
  }
}

TEST_CASE("hierarchical: the outer rings run side by side and share a board's port") {
  // 2 boards of 4, 100 GB/s inside, and one port of 50 GB/s a board: the outer step of M/8 runs in 4 rings at once, so
  // it takes four times what a ring alone would, and the inner steps what they always do.
  const std::string shared = topology(
      "{id: \"c[0-7]\", kind: chip}, {id: \"b[0-1]\", kind: switch}, {id: top, kind: switch}",
      "{from: \"c[0-3]\", to: b0, bandwidth: 100 GB/s, tier: c2c}, {from: \"c[4-7]\", to: b1, bandwidth: 100 GB/s, "
      "tier: c2c}, {from: \"b[0-1]\", to: top, bandwidth: 50 GB/s, tier: b2b}");
  const double inner = 3.0 / 4 * 80e6 / 100e3;     // each way
  const double outer = 2 * (80e6 / 4 / 2) / 50e3;  // 2 steps of half of the part
  CHECK(ticks_apart(time_us(shared + run_of(Op::all_reduce, "size: 80 MB")), 2 * inner + 4 * outer) <= 9);
}

TEST_CASE("hierarchical: up to five tiers of shared ports are slower by the number of chips behind each port") {
  // One port a group at each tier: the rings of a group's R chips run side by side through it, so that tier t's steps
  // take R times as long as (3.13) says of a port of one's own. That undoes the cut M_t = M/R: every tier moves as if
  // it had the whole M.
  const std::vector<double> gb{900, 400, 320, 200, 160};  // per chip behind it falling, so that no inner port binds
  const char* tiers[] = {"d2d", "c2c", "b2b", "r2r", "p2p"};
  for (const auto& sizes : {std::vector<int>{4}, std::vector<int>{4, 3}, std::vector<int>{2, 3, 2},
                            std::vector<int>{2, 2, 2, 2}, std::vector<int>{2, 2, 2, 2, 2}}) {
    const int n = product(sizes);
    std::vector<std::string> nodes{"{id: '" + chips(n) + "', kind: chip}"}, links;
    int below = 1;
    for (std::size_t t = 0; t < sizes.size(); ++t) {
      const std::string name = "s" + std::to_string(t) + "_";
      const std::string inner = t == 0 ? "c" : "s" + std::to_string(t - 1) + "_";
      const int members = n / below, groups = members / sizes[t];
      nodes.push_back("{id: '" + name + "[0-" + std::to_string(groups - 1) + "]', kind: switch}");
      for (int m = 0; m < members; ++m) {
        links.push_back("{from: " + inner + std::to_string(m) + ", to: " + name + std::to_string(m / sizes[t]) +
                        ", bandwidth: " + std::to_string(gb[t]) + " GB/s, tier: " + tiers[t] + "}");
      }
      below *= sizes[t];
    }
    const double m = 1e6 * n;
    double expected = 0;
    for (std::size_t t = 0; t < sizes.size(); ++t) expected += 2 * (sizes[t] - 1.0) / sizes[t] * m / (gb[t] * 1e3);
    const double found = time_us(topology(join(nodes), join(links)) +
                                 run_of(Op::all_reduce, "size: " + std::to_string(static_cast<Bytes>(m))));
    CAPTURE(sizes);
    CHECK(ticks_apart(found, expected) <= 2 * steps(sizes, Op::all_reduce));
  }
}

TEST_CASE("hierarchical: groups that are stated or found are the same where the ranks are in order") {
  const std::vector<double> gb{400, 50};
  const std::vector<int> alpha_ns{1000, 5000};
  const std::string net = ports_of_their_own({4, 3}, gb, alpha_ns);
  CHECK(time_us(net + run_of(Op::all_reduce, "size: 12 MiB")) ==
        time_us(net + run_of(Op::all_reduce, "size: 12 MiB, groups: [4, 3]")));
}

TEST_CASE("hierarchical: groups are found by the network, not by the order of the ranks") {
  const std::vector<double> gb{400, 50};
  const std::vector<int> alpha_ns{1000, 5000};
  const std::string net = ports_of_their_own({2, 2}, gb, alpha_ns);  // boards c0 c1 and c2 c3
  const double expected = closed_form_us({2, 2}, gb, alpha_ns, 4e6, Op::all_reduce);
  CHECK(ticks_apart(time_us(net + run_of(Op::all_reduce, "size: 4 MB, ranks: [c0, c2, c3, c1]")), expected) <= 5);
}

TEST_CASE("hierarchical: uneven boards fall back to one flat ring and say their sizes") {
  const std::string uneven = topology(
      "{id: \"c[0-9]\", kind: chip}, {id: \"b[0-1]\", kind: switch}",
      "{from: \"c[0-3]\", to: b0, bandwidth: 100 GB/s, tier: c2c}, {from: \"c[4-9]\", to: b1, bandwidth: 50 GB/s, "
      "tier: c2c}, {from: b0, to: b1, bandwidth: 25 GB/s, tier: b2b}");
  const Result result = simulate(uneven + run_of(Op::all_reduce, "size: 1 GB"));
  REQUIRE(result.notes.size() == 1);
  CHECK_THAT(result.notes[0], Catch::Matchers::ContainsSubstring("6 + 4 chips"));
  // 18 steps of 100 MB over the trunk's 25 GB/s: 72 ms.
  CHECK(ticks_apart(time_us(only(result)), 72e3) <= 18);
}

TEST_CASE("hierarchical all_to_all: (g-1)(alpha + M/(gB)) on the board, then (G-1)(alpha + M/(GB)) on the rails") {
  const std::vector<double> gb{400, 50};
  const std::vector<int> alpha_ns{1000, 5000};
  for (const auto& sizes : {std::vector<int>{4, 3}, std::vector<int>{2, 5}, std::vector<int>{8, 2}}) {
    const double m = 1e6 * product(sizes);
    double expected = 0;
    for (std::size_t t = 0; t < 2; ++t) {
      expected += (sizes[t] - 1) * (alpha_ns[t] * 1e-3 + m / sizes[t] / (gb[t] * 1e3));
    }
    const double found = time_us(ports_of_their_own(sizes, gb, alpha_ns) +
                                 run_of(Op::all_to_all, "size: " + std::to_string(static_cast<Bytes>(m))));
    CAPTURE(sizes);
    CHECK(ticks_apart(found, expected) <= steps(sizes, Op::all_to_all) + 1);
  }
}

TEST_CASE("torus: two channels go round opposite ways and do not meet") {
  // A ring of 6 with full-duplex links: one channel of M and two of M/2 the other way round take T and T/2, bar
  // latency.
  const std::string net = test::torus({3, 3}, "100 GB/s", [](std::size_t, bool) { return 0; });
  const std::string torus = "collectives: [{op: all_reduce, algorithm: torus, groups: [3, 3], size: 90 MB, channels: ";
  const double one = 2 * (2.0 / 3 * 90e6 + 2.0 / 3 * 30e6) / 100e3;
  CHECK(ticks_apart(time_us(net + torus + "1}]\n"), one) <= 8);
  CHECK(ticks_apart(time_us(net + torus + "2}]\n"), one / 2) <= 8);
}

TEST_CASE("groups: what cannot be is refused with both numbers") {
  const auto refusal = [](const std::string& more) {
    try {
      simulate(star(8, "50 GB/s") + "collectives: [{op: all_reduce, size: 8, " + more + "}]\n");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refusal("algorithm: hierarchical, groups: [4, 3]"),
             ContainsSubstring("multiply to 12 ranks, and there are 8"));
  CHECK_THAT(refusal("algorithm: ring, groups: [4, 2]"), ContainsSubstring("'ring' does not work group by group"));
  CHECK_THAT(refusal("algorithm: torus"), ContainsSubstring("needs its dimensions"));
  CHECK_THAT(refusal("algorithm: hierarchical, groups: [0, 2]"), ContainsSubstring("a group has 1 to"));
}
