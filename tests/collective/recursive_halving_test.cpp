#include "collective/recursive_halving.h"

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

TEST_CASE("recursive halving: distance N/2 with M/2 first, then N/4 with M/4") {
  const auto program = make_recursive_halving({Op::reduce_scatter, 16, 1600, 1, 1, 1, 0});
  REQUIRE(program->shape().steps == std::vector<int>{4});
  for (int step = 0; step < 4; ++step) {
    for (Rank r = 0; r < 16; ++r) {
      const auto sent = sent_in_step(*program, step, r);
      REQUIRE(sent.size() == 1);
      CHECK(sent[0].to == (r ^ (8 >> step)));
      CHECK(sent[0].bytes == 800 >> step);
      CHECK(sent[0].action == Action::reduce);
    }
  }
}

TEST_CASE("recursive halving: no power of two goes Bruck's steps backwards") {
  // N = 7, blocks of 10: distances 4, 2, 1 downwards, the first with the 7 - 4 blocks that Bruck sends last.
  const auto program = make_recursive_halving({Op::reduce_scatter, 7, 70, 1, 1, 1, 0});
  REQUIRE(program->shape().steps == std::vector<int>{3});
  const std::vector<Bytes> bytes{30, 20, 10};
  for (int step = 0; step < 3; ++step) {
    for (Rank r = 0; r < 7; ++r) {
      const auto sent = sent_in_step(*program, step, r);
      REQUIRE(sent.size() == 1);
      CHECK(sent[0].to == (r + 7 - (4 >> step)) % 7);
      CHECK(sent[0].bytes == bytes[static_cast<std::size_t>(step)]);
    }
  }
}

TEST_CASE("recursive halving: a rank sends all but its own block where N is a power of two") {
  for (const int n : {1, 2, 3, 5, 6, 7, 8, 12, 16, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n - 1}, Bytes{1000}, Bytes{5} << 30}) {
      const auto program = make_recursive_halving({Op::reduce_scatter, n, size, 1, 1, 1, 0});
      CAPTURE(n, size);
      // For each block every rank but its owner sends one sum.
      CHECK(sent_by_all(*program, n) == (n - 1) * size);
      if ((n & (n - 1)) != 0) continue;
      for (Rank r = 0; r < n; ++r) CHECK(sent_by(*program, r) == size - block_bytes(size, n, r));
    }
  }
}

TEST_CASE("recursive halving takes ceil(log2 N) alpha + (N-1)/N M/B") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : even_sizes(n)) {
      for (const char* sync : {"barrier", "dataflow"}) {
        check_form({"reduce_scatter", "recursive_halving", n, size, sync},
                   {doubling_runs(size, n).steps, (n - 1) * (size / n)});
      }
    }
    for (const Bytes size : any_sizes()) {
      check_form({"reduce_scatter", "recursive_halving", n, size}, doubling_runs(size, n));
    }
  }
}

TEST_CASE("recursive halving: chunks follow one another and every one pays its alpha") {
  for (const int chunks : {2, 5}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      check_form({"reduce_scatter", "recursive_halving", 8, 8 * 5 * 2000, sync, chunks}, {3 * chunks, 7 * 5 * 2000});
    }
  }
}
