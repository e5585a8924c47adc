#include "collective/two_shot.h"

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

TEST_CASE("two_shot: each block goes to its owner from all others and back") {
  for (const int n : {1, 2, 3, 5, 8, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n - 1}, Bytes{n + 1}, Bytes{5} << 30}) {
      const auto program = make_two_shot({Op::all_reduce, n, size, 1, 1, 1, 0});
      CAPTURE(n, size);
      CHECK(sent_by_all(*program, n) == 2 * (n - 1) * size);
      // All blocks but its own, then its own to all others.
      for (Rank r = 0; r < n; ++r) CHECK(sent_by(*program, r) == size + (n - 2) * block_bytes(size, n, r));
    }
  }
}

TEST_CASE("two_shot takes 2 alpha + 2(N-1)/N M/B") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : even_sizes(n)) {
      for (const char* sync : {"barrier", "dataflow"}) {
        check_form({"all_reduce", "two_shot", n, size, sync}, {2, 2 * (n - 1) * (size / n)});
      }
    }
  }
}

TEST_CASE("two_shot: uneven blocks take as long as the largest") {
  // A rank that owns a large block gets N-1 of that size, all at B/(N-1), and then sends N-1. The small ones end before
  // them, so a flow lives through two completions and may be three ticks off.
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : any_sizes()) {
      check_form({"all_reduce", "two_shot", n, size}, {2, 2 * (n - 1) * block_bytes(size, n, 0)}, 3);
    }
  }
}

TEST_CASE("two_shot: chunks follow one another and every one pays its alpha") {
  for (const int chunks : {2, 5}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      check_form({"all_reduce", "two_shot", 6, 6 * 5 * 2000, sync, chunks}, {2 * chunks, 2 * 5 * 5 * 2000});
    }
  }
}

TEST_CASE("direct and ring all_reduce tie on a crossbar") {
  // 100 MB over 8 ranks at 50 GB/s carry 2 · 7/8 · 100 MB / 50 GB/s = 3.5 ms either way; two links of 10 ns a message
  // are 14 · 20 ns for the ring and 2 · 20 ns for two_shot. A switch that stored whole messages would tear them apart.
  const auto us = [](const std::string& algorithm) {
    return time_us(star(8, "50 GB/s", "10 ns") + "collectives: [{op: all_reduce, algorithm: " + algorithm +
                   ", size: 100000000}]\n");
  };
  const double ring = us("ring");
  const double direct = us("two_shot");
  CHECK(ticks_apart(ring, 3500 + 0.28) <= 14);
  CHECK(ticks_apart(direct, 3500 + 0.04) <= 2);
  CHECK(ring / direct == Approx(1).margin(0.001));
}
