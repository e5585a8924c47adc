#include "collective/recursive_doubling.h"

#include <algorithm>

#include "collective/bruck.h"
#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

bool power_of_two(int n) { return (n & (n - 1)) == 0; }

int floor_log(int n) {
  int steps = 0;
  while ((2 << steps) <= n) ++steps;
  return steps;
}

/// The whole vector in each of log2 P steps, and in the two of the fold.
int whole_vectors(int n) { return floor_log(n) + (power_of_two(n) ? 0 : 2); }

}  // namespace

TEST_CASE("recursive doubling all_reduce: i and i xor 2^k exchange the whole vector") {
  const auto program = make_recursive_doubling({Op::all_reduce, 8, 1001, 1, 1, 1, 0});
  REQUIRE(program->shape().steps == std::vector<int>{3});
  for (int k = 0; k < 3; ++k) {
    for (Rank r = 0; r < 8; ++r) {
      const auto sent = sent_in_step(*program, k, r);
      REQUIRE(sent.size() == 1);
      CHECK(sent[0].to == (r ^ (1 << k)));
      CHECK(sent[0].bytes == 1001);
      CHECK(sent[0].action == Action::reduce);
    }
  }
}

TEST_CASE("recursive doubling all_reduce: what each rank sends, folded or not") {
  for (const int n : {1, 2, 3, 5, 6, 7, 8, 12, 16, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n - 1}, Bytes{1001}, Bytes{5} << 30}) {
      const auto program = make_recursive_doubling({Op::all_reduce, n, size, 1, 1, 1, 0});
      const int log = floor_log(n);
      const int rest = n - (1 << log);
      CAPTURE(n, size);
      for (Rank r = 0; r < n; ++r) {
        // Of the first 2·rest the even ones give M away; the odd ones do the steps and hand the result back.
        const int vectors = r >= 2 * rest ? log : (r % 2 == 0 ? 1 : log + 1);
        CHECK(sent_by(*program, r) == vectors * size);
      }
      CHECK(sent_by_all(*program, n) == ((1 << log) * log + 2 * rest) * size);
    }
  }
}

TEST_CASE("recursive doubling all_gather: distance 1 first, sizes double") {
  const auto program = make_recursive_doubling({Op::all_gather, 16, 1600, 1, 1, 1, 0});
  REQUIRE(program->shape().steps == std::vector<int>{4});
  for (int k = 0; k < 4; ++k) {
    for (Rank r = 0; r < 16; ++r) {
      const auto sent = sent_in_step(*program, k, r);
      REQUIRE(sent.size() == 1);
      CHECK(sent[0].to == (r ^ (1 << k)));
      CHECK(sent[0].bytes == 100 << k);
    }
  }
}

TEST_CASE("recursive doubling all_gather: no power of two goes Bruck's steps") {
  for (const int n : {3, 5, 6, 7, 11}) {
    const Problem problem{Op::all_gather, n, 1001, 1, 1, 1, 0};
    const auto program = make_recursive_doubling(problem);
    const auto bruck = make_bruck(problem);
    REQUIRE(program->shape().steps == bruck->shape().steps);
    for (int k = 0; k < program->shape().steps[0]; ++k) {
      for (Rank r = 0; r < n; ++r) {
        const auto sent = sent_in_step(*program, k, r);
        const auto expected = sent_in_step(*bruck, k, r);
        REQUIRE((sent.size() == 1 && expected.size() == 1));
        CHECK((sent[0].to == expected[0].to && sent[0].bytes == expected[0].bytes));
      }
    }
  }
}

TEST_CASE("recursive doubling all_gather: every block comes to every other rank once") {
  for (const int n : {1, 2, 3, 5, 6, 7, 8, 12, 16, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n - 1}, Bytes{1001}, Bytes{5} << 30}) {
      const auto program = make_recursive_doubling({Op::all_gather, n, size, 1, 1, 1, 0});
      CAPTURE(n, size);
      CHECK(sent_by_all(*program, n) == (n - 1) * size);
      if (!power_of_two(n)) continue;
      for (Rank r = 0; r < n; ++r) {
        // What the groups of 1, 2, 4 … ranks around it have.
        Bytes sent = 0;
        for (int group = 1; group < n; group *= 2) {
          for (int b = 0; b < n; ++b) sent += b / group == r / group ? block_bytes(size, n, b) : 0;
        }
        CHECK(sent_by(*program, r) == sent);
      }
    }
  }
}

TEST_CASE("recursive doubling all_reduce takes log2 N (alpha + M/B), and two such more where it folds") {
  // With the fold there is no form without the barrier: a rank that is not folded does not wait for those that are, and
  // its first message meets theirs at the partner's port.
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : any_sizes()) {
      const Form form{whole_vectors(n), whole_vectors(n) * size};
      check_form({"all_reduce", "recursive_doubling", n, size}, form);
      if (power_of_two(n)) check_form({"all_reduce", "recursive_doubling", n, size, "dataflow"}, form);
    }
  }
}

TEST_CASE("recursive doubling all_gather takes ceil(log2 N) alpha + (N-1)/N M/B") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : even_sizes(n)) {
      for (const char* sync : {"barrier", "dataflow"}) {
        check_form({"all_gather", "recursive_doubling", n, size, sync},
                   {doubling_runs(size, n).steps, (n - 1) * (size / n)});
      }
    }
    for (const Bytes size : any_sizes())
      check_form({"all_gather", "recursive_doubling", n, size}, doubling_runs(size, n));
  }
}

TEST_CASE("recursive doubling: chunks follow one another and every one pays its alpha") {
  for (const int chunks : {2, 5}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      check_form({"all_reduce", "recursive_doubling", 8, 10'000, sync, chunks}, {3 * chunks, 3 * 10'000});
    }
    check_form({"all_reduce", "recursive_doubling", 6, 10'000, "barrier", chunks}, {4 * chunks, 4 * 10'000});
  }
}

TEST_CASE("recursive doubling stays itself where there are fewer elements than ranks") {
  // 32 KiB of single bytes at 2 us and 12.5 GB/s: 2 + 2.62144 us a step, 10 steps for 1024 ranks. Handing over to a
  // linear reduce and broadcast would take 2 · 1023 · 2.62 us.
  const auto us = [](int ranks, Bytes size) {
    return time_us(star(ranks, "12.5 GB/s", "1 us") +
                   "collectives: [{op: all_reduce, algorithm: recursive_doubling, size: " + std::to_string(size) +
                   "}]\n");
  };
  CHECK(ticks_apart(us(1024, 32'768), 10 * (2 + 2.62144)) <= 10);
  CHECK(ticks_apart(us(1024, 4), 10 * (2 + 0.00032)) <= 10);
  double before = us(119, 32'768);
  for (int n = 120; n <= 136; ++n) {
    const double now = us(n, 32'768);
    CAPTURE(n);
    CHECK(ticks_apart(now, whole_vectors(n) * (2 + 2.62144)) <= whole_vectors(n));
    CHECK(std::max(now / before, before / now) < 2);
    before = now;
  }
}
