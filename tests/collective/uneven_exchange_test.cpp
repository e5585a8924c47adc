// all_to_all by a matrix of bytes, by every algorithm that does one.

#include <bit>

#include "collective/table.h"
#include "collective/totals.h"
#include "collective/verifier.h"
#include "support/catch.h"
#include "support/random.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Between 0 and 1000 elements a pair, one pair in four and one source in five without any.
ByteMatrix random_matrix(int n, Bytes element, std::uint64_t seed) {
  Random random(seed);
  std::vector<Bytes> bytes;
  for (Rank from = 0; from < n; ++from) {
    const bool silent = random.below(5) == 0;
    for (Rank to = 0; to < n; ++to) {
      const bool empty = silent || random.below(4) == 0;
      bytes.push_back(empty ? 0 : element * random.between(1, 1000));
    }
  }
  return {n, std::move(bytes)};
}

Problem exchange(const ByteMatrix& matrix, Bytes element, int channels, int chunks) {
  Problem problem{Op::all_to_all, matrix.ranks(), matrix.largest_buffer(), element, channels, chunks, 0};
  problem.matrix = &matrix;
  return problem;
}

/// How often a block from one rank to another is sent on its way.
using Hops = std::function<int(Rank, Rank)>;

Bytes carried(const ByteMatrix& matrix, const Hops& hops) {
  Bytes sum = 0;
  for (Rank from = 0; from < matrix.ranks(); ++from)
    for (Rank to = 0; to < matrix.ranks(); ++to) sum += hops(from, to) * matrix.bytes(from, to);
  return sum;
}

int once(Rank from, Rank to) { return from == to ? 0 : 1; }

void check(std::string_view algorithm, const Problem& problem, const Hops& hops) {
  CAPTURE(algorithm, problem.ranks, problem.element, problem.channels, problem.chunks);
  const auto program = find_algorithm(algorithm, Op::all_to_all)->make(problem);
  const auto fault = find_fault(*program, problem);
  CAPTURE(fault.value_or(""));
  REQUIRE_FALSE(fault);
  REQUIRE(sent_by_all(*program, problem.ranks) == carried(*problem.matrix, hops));
}

}  // namespace

TEST_CASE("uneven all_to_all: every algorithm brings every block where it belongs, and no byte of the diagonal",
          "[property]") {
  for (const int n : {1, 2, 3, 5, 8, 12, 17, 24}) {
    for (const Bytes element : {Bytes{1}, Bytes{4}}) {
      for (const auto& [channels, chunks] : {std::pair(1, 1), std::pair(3, 2), std::pair(1, 5)}) {
        const ByteMatrix matrix = random_matrix(n, element, static_cast<std::uint64_t>(10 * n + channels));
        const Problem problem = exchange(matrix, element, channels, chunks);
        check("pairwise", problem, once);
        check("direct", problem, once);
        check("hierarchical", problem, once);  // flat
        check("bruck", problem, [n](Rank from, Rank to) {
          return std::popcount(static_cast<unsigned>((to - from + n) % n));  // a hop for each bit of the distance
        });
      }
    }
  }
}

TEST_CASE("uneven all_to_all: tier by tier a block is sent once for each tier that it crosses", "[property]") {
  for (const std::vector<int>& groups :
       {std::vector<int>{2, 2}, {4, 2}, {2, 4}, {3, 5}, {8, 3}, {2, 3, 2}, {2, 2, 2, 2}}) {
    int n = 1;
    for (const int size : groups) n *= size;
    for (const auto& [channels, chunks] : {std::pair(1, 1), std::pair(2, 3)}) {
      const ByteMatrix matrix = random_matrix(n, 2, static_cast<std::uint64_t>(n) + 1000 * groups.size());
      Problem problem = exchange(matrix, 2, channels, chunks);
      problem.hierarchy = nested_in_rank_order(groups);
      check("hierarchical", problem, [&](Rank from, Rank to) {
        int crossed = 0;
        for (const int size : groups) {
          crossed += from % size != to % size;
          from /= size;
          to /= size;
        }
        return crossed;
      });
    }
  }
}

TEST_CASE("uneven all_to_all: a matrix of equal entries is the equal split") {
  const ByteMatrix equal(6, std::vector<Bytes>(36, 1000));
  CHECK(equal.largest_buffer() == 6000);
  for (const char* name : {"pairwise", "direct", "hierarchical", "bruck"}) {
    const Problem told = exchange(equal, 4, 1, 1);
    Problem split = told;
    split.matrix = nullptr;
    const Algorithm& algorithm = *find_algorithm(name, Op::all_to_all);
    const auto a = algorithm.make(told), b = algorithm.make(split);
    REQUIRE(a->shape().steps == b->shape().steps);
    for (int step = 0; step < a->shape().steps.at(0); ++step) {
      for (Rank rank = 0; rank < 6; ++rank) {
        std::vector<Transfer> of_a, of_b;
        a->sends({0, 0, 0, step}, rank, of_a);
        b->sends({0, 0, 0, step}, rank, of_b);
        REQUIRE(of_a.size() == of_b.size());
        for (std::size_t i = 0; i < of_a.size(); ++i)
          CHECK((of_a[i].to == of_b[i].to && of_a[i].bytes == of_b[i].bytes));
      }
    }
  }
}

TEST_CASE("uneven all_to_all: channels and chunks cut the bytes of each pair, the larger parts first") {
  const ByteMatrix matrix(2, {0, 44, 12, 0});
  const Blocks blocks(exchange(matrix, 4, 2, 2));
  // 11 elements in 2 channels are 6 and 5; in 2 chunks 3, 3 and 3, 2. Of 3 elements 2 and 1; then 1, 1 and 1, 0.
  CHECK(blocks.bytes(0, 0, 1) == 12);
  CHECK(blocks.bytes(0, 1, 1) == 12);
  CHECK(blocks.bytes(1, 0, 1) == 12);
  CHECK(blocks.bytes(1, 1, 1) == 8);
  CHECK(blocks.bytes(0, 0, 2) == 4);
  CHECK(blocks.bytes(0, 1, 2) == 4);
  CHECK(blocks.bytes(1, 0, 2) == 4);
  CHECK(blocks.bytes(1, 1, 2) == 0);
}

TEST_CASE("a byte matrix: M is the most that a rank sends or receives, its own block included") {
  const ByteMatrix m(3, {1, 2, 3, 40, 5, 6, 7, 8, 9});
  CHECK(m.sent_by(1) == 51);
  CHECK(m.received_by(0) == 48);
  CHECK(m.largest_buffer() == 51);
  CHECK(m.transposed().largest_buffer() == 51);
  CHECK(m.transposed().received_by(1) == 51);
  CHECK(m.transposed().transposed() == m);
}
