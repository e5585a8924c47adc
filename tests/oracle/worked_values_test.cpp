// The worked values that the tests of the simulator check, as the closed forms alone give them.

#include <cmath>

#include "oracle/estimate.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::oracle;

namespace {

constexpr Bytes KiB = 1024, MiB = 1024 * KiB, GB = 1'000'000'000;

double us(const char* algorithm, Op op, Bytes size, const Machine& machine, int chunks = 1) {
  const auto found = estimate(CostModel::alpha_beta, {algorithm, op, size, chunks}, machine);
  REQUIRE(found);
  return found->seconds * 1e6;
}

void check_printed(double value, double printed, double last_digit) {
  CAPTURE(value, printed);
  CHECK(std::abs(value - printed) <= 0.5000001 * last_digit);
}

Machine four_by_eight() { return Machine({Line{8, 200e9, 3e-6, 0, 1}, Line{4, 25e9, 10e-6, 0, 1}}); }

}  // namespace

TEST_CASE("oracle: worked values of a ring of eight at 10 us and 25 GB/s") {
  const Machine machine = flat_machine(8, 25e9, 10e-6);
  struct Row {
    Bytes size;
    double us, digit;
  };
  for (const Row& row :
       {Row{GB, 70'140, 10}, Row{64 * KiB, 144.6, 0.1}, Row{128 * KiB, 149.2, 0.1}, Row{512 * KiB, 176.7, 0.1},
        Row{2 * MiB, 286.8, 0.1}, Row{25 * MiB, 1975.0, 0.1}, Row{32 * MiB, 2488.8, 0.1}})
    check_printed(us("ring", Op::all_reduce, row.size, machine), row.us, row.digit);
  check_printed(us("ring", Op::all_gather, 400'000'000, machine), 14'070, 10);
}

TEST_CASE("oracle: worked values of a ring of eight at 3 us and 200 GB/s") {
  const Machine machine = flat_machine(8, 200e9, 3e-6);
  struct Row {
    Bytes size;
    double us, digit;
  };
  for (const Row& row :
       {Row{64 * KiB, 42.6, 0.1}, Row{128 * KiB, 43.1, 0.1}, Row{512 * KiB, 46.6, 0.1}, Row{2 * MiB, 60.4, 0.1},
        Row{25 * MiB, 271.4, 0.1}, Row{32 * MiB, 335.6, 0.1}, Row{GB, 8792, 1}})
    check_printed(us("ring", Op::all_reduce, row.size, machine), row.us, row.digit);
}

TEST_CASE("oracle: worked values of 1 GB over 2, 64 and 1024 ranks") {
  check_printed(us("ring", Op::all_reduce, GB, flat_machine(2, 25e9, 10e-6)) / 1000, 40.02, 0.01);
  check_printed(us("ring", Op::all_reduce, GB, flat_machine(64, 25e9, 10e-6)) / 1000, 80.01, 0.01);
  check_printed(us("ring", Op::all_reduce, GB, flat_machine(1024, 25e9, 10e-6)) / 1000, 100.38, 0.01);
}

TEST_CASE("oracle: worked values of the double tree, limits of its form") {
  check_printed(us("double_tree", Op::all_reduce, GB, flat_machine(8, 25e9, 10e-6)) / 1000, 80.06, 0.01);
  check_printed(us("double_tree", Op::all_reduce, 64 * KiB, flat_machine(8, 25e9, 10e-6)), 65.2, 0.1);
  check_printed(us("double_tree", Op::all_reduce, GB, flat_machine(1024, 25e9, 10e-6)) / 1000, 80.2, 0.1);
  check_printed(us("double_tree", Op::all_reduce, 64 * KiB, flat_machine(1024, 25e9, 10e-6)), 205, 1);
}

TEST_CASE("oracle: worked values of two levels, 4 nodes of 8, and of the flat ring over them") {
  // 4.396 + 7.560 + 4.396 ms; every step of the flat ring at the slow link: 620 us + 77.5 ms.
  CHECK(us("hierarchical", Op::all_reduce, GB, four_by_eight()) == Approx(16'352).epsilon(1e-12));
  CHECK(us("ring", Op::all_reduce, GB, four_by_eight()) == Approx(78'120).epsilon(1e-12));
}

TEST_CASE("oracle: worked values of 64 chips in 8 nodes, 14 GB") {
  const Machine machine({Line{8, 200e9, 3e-6, 0, 1}, Line{8, 50e9, 10e-6, 0, 1}});
  // 61.25 ms outside and 122.5 ms inside; 14 × 10 us + 14 × 3 us, printed as 0.18 ms.
  CHECK(us("hierarchical", Op::all_reduce, 14 * GB, machine) == Approx(61'250 + 122'500 + 182).epsilon(1e-12));
}

TEST_CASE("oracle: worked values of two boards of 8, 450 and 50 GB/s, 128 MB without alpha") {
  const Machine machine({Line{8, 450e9, 0, 0, 1}, Line{2, 50e9, 0, 0, 1}});
  check_printed(us("hierarchical", Op::all_reduce, 128'000'000, machine), 817.8, 0.1);
}

TEST_CASE("oracle: worked values of 256 MiB over 8 ranks at 900 and at 64 Gb/s") {
  check_printed(us("ring", Op::all_reduce, 256 * MiB, flat_machine(8, 112.5e9, 10e-6)), 140 + 4175.7, 0.1);
  check_printed(us("ring", Op::all_reduce, 256 * MiB, flat_machine(8, 8e9, 10e-6)), 140 + 58720.3, 0.1);
}

TEST_CASE("oracle: worked value of the key/value cache of 4096 tokens at 50 GB/s") {
  check_printed(us("direct", Op::send_recv, 4096 * 327'680, flat_machine(2, 50e9, 0)) / 1000, 26.8, 0.1);
}

TEST_CASE("oracle: three tiers, written out") {
  // 4 chips, 3 boards, 2 racks; M = 24 MB leaves 6 MB and 2 MB for the tiers above.
  const Machine machine({Line{4, 100e9, 1e-6, 0, 1}, Line{3, 50e9, 2e-6, 0, 1}, Line{2, 10e9, 5e-6, 0, 1}});
  const double inside = 3 * (1 + 6e6 / 100e3), boards = 2 * (2 + 2e6 / 50e3), racks = 5 + 1e6 / 10e3;
  CHECK(us("hierarchical", Op::reduce_scatter, 24'000'000, machine) == Approx(inside + boards + racks));
  CHECK(us("hierarchical", Op::all_gather, 24'000'000, machine) == Approx(inside + boards + racks));
  CHECK(us("hierarchical", Op::all_reduce, 24'000'000, machine) == Approx(2 * (inside + boards + racks)));
  CHECK(us("hierarchical", Op::all_to_all, 24'000'000, machine) ==
        Approx(3 * (1 + 6e6 / 100e3) + 2 * (2 + 8e6 / 50e3) + (5 + 12e6 / 10e3)));
}

TEST_CASE("oracle: trees over nodes and reductions in switches, written out") {
  // 4 nodes of 8; M = 80 MB: 400 us inside at 200 GB/s, a shard of 10 MB takes 400 us outside.
  const Machine machine = four_by_eight();
  constexpr Bytes M = 80'000'000;
  CHECK(us("tree_over_nodes", Op::all_reduce, M, machine) == Approx(2 * (7 * 3 + 2 * 10) + 2 * 400));
  CHECK(us("nvls_tree", Op::all_reduce, M, machine) == Approx(2 * 3 + 4 * 10 + 2 * 400 + 2 * 400));
  CHECK(us("nvls_tree", Op::all_reduce, M, machine, 8) == Approx(2 * 3 + 4 * 10 + 2 * 400));
  CHECK(us("collnet_chain", Op::all_reduce, M, machine) == Approx(14 * (3 + 400) + 10 + 3200));
  CHECK(us("collnet_direct", Op::all_reduce, M, machine) == Approx(2 * (3 + 350) + 10 + 400));
  const Machine node = flat_machine(8, 200e9, 3e-6);
  CHECK(us("nvls", Op::all_reduce, M, node) == Approx(2 * 3 + 2 * 400));
  CHECK(us("nvls", Op::all_reduce, M, node, 1000) == Approx(1001 * 3 + 450 + 0.35));
  CHECK(us("collnet_chain", Op::all_reduce, M, node) == Approx(3 + 400));
}

TEST_CASE("oracle: two nodes exchange through a tree in half the time of many, and a ring takes 1.875 times as long") {
  // 1 GiB between 2 nodes of 8 with 7.75 GB/s each (nccl-tests#22): 138.5 ms against 259.8 ms.
  const Machine nodes({Line{8, 1e15, 0, 0, 1}, Line{2, 7.75e9 / 8, 0, 0, 1}});
  const double tree = us("tree_over_nodes", Op::all_reduce, 1 << 30, nodes);
  check_printed(tree / 1000, 138.5, 0.1);
  const double ring = us("ring", Op::all_reduce, 1 << 30, flat_machine(16, 7.75e9, 0));
  check_printed(ring / 1000, 259.8, 0.1);
  CHECK(ring / tree == Approx(1.875));
}

TEST_CASE("oracle: the gain of reductions in the switches ends beyond two nodes") {
  // An NVLink ring of 370 GB/s; in-switch 275 GB/s of data, so 275·(1 + 1/8) on the wire; 48.5 GB/s for each chip.
  for (const int n : {1, 2, 4}) {
    const double bytes = 1e9, ranks = 8 * n;
    const Machine machine = n == 1 ? flat_machine(8, 275e9 * 1.125, 0)
                                   : Machine({Line{8, 275e9 * 1.125, 0, 0, 1}, Line{n, 48.5e9, 0, 0, 1}});
    const double algbw = bytes / us("nvls_tree", Op::all_reduce, 1'000'000'000, machine, 1 << 20) / 1e3;
    const double gain = algbw * 2 * (ranks - 1) / ranks / 370;
    CAPTURE(n, algbw);
    if (n <= 2) CHECK(gain > 1.2);
    if (n == 4) CHECK(gain == Approx(1.02).margin(0.01));
  }
}

TEST_CASE("oracle: on five nodes a tree is 2.5 % slower than a ring, not 20 %") {
  // 5 nodes of 8 with 190 GB/s each (nccl#1368): 190 against 185.25 GB/s busbw.
  const Machine nodes({Line{8, 1e15, 0, 0, 1}, Line{5, 190e9 / 8, 0, 0, 1}});
  const double tree = us("tree_over_nodes", Op::all_reduce, GB, nodes);
  CHECK(GB / tree / 1e3 * 2 * 39 / 40 == Approx(185.25));
}
