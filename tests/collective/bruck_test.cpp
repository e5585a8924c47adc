#include "collective/bruck.h"

#include <algorithm>
#include <bit>

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

namespace {

int ceil_log(int n) {
  int steps = 0;
  while ((1 << steps) < n) ++steps;
  return steps;
}

int hops(int n) {
  int sum = 0;
  for (int d = 1; d < n; ++d) sum += std::popcount(static_cast<unsigned>(d));
  return sum;
}

/// all_to_all, block by block: before step k the block of index d stands d mod 2^k ranks beyond its origin.
Bytes sent_in_exchange(Bytes size, int n, int step, Rank rank) {
  Bytes sum = 0;
  for (Rank origin = 0; origin < n; ++origin) {
    for (int d = 1; d < n; ++d) {
      const bool here = (origin + d % (1 << step)) % n == rank;
      if (here && (d >> step & 1) == 1) sum += block_bytes(size, n, origin + d);
    }
  }
  return sum;
}

Form exchange(Bytes size, int n) {
  Form form{ceil_log(n), 0};
  for (int step = 0; step < form.steps; ++step) {
    Bytes largest = 0;
    for (Rank r = 0; r < n; ++r) largest = std::max(largest, sent_in_exchange(size, n, step, r));
    form.bytes += largest;
  }
  return form;
}

}  // namespace

TEST_CASE("bruck all_to_all: a block makes as many hops as its index has bits set") {
  for (const int n : {1, 2, 3, 5, 6, 7, 8, 12, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n - 1}, Bytes{1000}, Bytes{5} << 30}) {
      CAPTURE(n, size);
      const auto program = make_bruck({Op::all_to_all, n, size, 1, 1, 1, 0});
      // Over all origins the blocks of one index add up to M.
      CHECK(sent_by_all(*program, n) == hops(n) * size);
      for (Rank r = 0; r < n; ++r) {
        Bytes sent = 0;
        for (int step = 0; step < ceil_log(n); ++step) sent += sent_in_exchange(size, n, step, r);
        CHECK(sent_by(*program, r) == sent);
      }
    }
  }
}

TEST_CASE("bruck all_gather: every block comes to every other rank once") {
  for (const int n : {1, 2, 3, 5, 6, 7, 8, 12, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n - 1}, Bytes{1000}, Bytes{5} << 30}) {
      CAPTURE(n, size);
      const auto program = make_bruck({Op::all_gather, n, size, 1, 1, 1, 0});
      CHECK(sent_by_all(*program, n) == (n - 1) * size);
      for (Rank r = 0; r < n; ++r) {
        // In the step of distance h: its own block and the ones before it, h of them or the N - h that are missing.
        Bytes sent = 0;
        for (int h = 1; h < n; h *= 2) {
          for (int j = 0; j < std::min(h, n - h); ++j) sent += block_bytes(size, n, r - j);
        }
        CHECK(sent_by(*program, r) == sent);
      }
    }
  }
}

TEST_CASE("bruck: rank i sends to i + 2^k in step k") {
  for (const Op op : {Op::all_to_all, Op::all_gather}) {
    const auto program = make_bruck({op, 11, 1100, 1, 1, 1, 0});
    REQUIRE(program->shape().steps == std::vector<int>{4});
    for (int k = 0; k < 4; ++k) {
      for (Rank r = 0; r < 11; ++r) {
        const auto sent = sent_in_step(*program, k, r);
        REQUIRE(sent.size() == 1);
        CHECK(sent[0].to == (r + (1 << k)) % 11);
      }
    }
  }
}

TEST_CASE("bruck all_to_all takes ceil(log2 N) alpha + sum of popcount(d) M / (N B)") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : even_sizes(n)) {
      for (const char* sync : {"barrier", "dataflow"}) {
        check_form({"all_to_all", "bruck", n, size, sync}, {ceil_log(n), hops(n) * (size / n)});
      }
    }
    // For a power of two the sum is N/2 log2 N.
    if ((n & (n - 1)) == 0) CHECK(2 * hops(n) == n * ceil_log(n));
  }
}

TEST_CASE("bruck all_gather takes ceil(log2 N) alpha + (N-1)/N M/B") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : even_sizes(n)) {
      for (const char* sync : {"barrier", "dataflow"}) {
        check_form({"all_gather", "bruck", n, size, sync}, {ceil_log(n), (n - 1) * (size / n)});
      }
    }
  }
}

TEST_CASE("bruck: uneven blocks take what the step's largest message takes") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : any_sizes()) {
      check_form({"all_to_all", "bruck", n, size}, exchange(size, n));
      check_form({"all_gather", "bruck", n, size}, doubling_runs(size, n));
    }
  }
}

TEST_CASE("bruck: chunks follow one another and every one pays its alpha") {
  // One phase: there is nothing that two chunks could overlap in.
  for (const int chunks : {2, 5}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      check_form({"all_gather", "bruck", 6, 6 * 5 * 2000, sync, chunks}, {3 * chunks, 5 * 5 * 2000});
      check_form({"all_to_all", "bruck", 6, 6 * 5 * 2000, sync, chunks}, {3 * chunks, hops(6) * 5 * 2000});
    }
  }
}
