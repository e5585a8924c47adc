#include "collective/one_shot.h"

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

TEST_CASE("one_shot: every rank sends its whole vector to every other") {
  for (const int n : {1, 2, 3, 5, 8, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
      // However it is cut, the parts add up.
      const auto program = make_one_shot({Op::all_reduce, n, size, 1, 3, 2, 0});
      CAPTURE(n, size);
      for (Rank r = 0; r < n; ++r) CHECK(sent_by(*program, r) == (n - 1) * size);
    }
  }
}

TEST_CASE("one_shot takes alpha + (N-1) M/B") {
  // N-1 flows share each port and end at one instant.
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : any_sizes()) {
      for (const char* sync : {"barrier", "dataflow"}) {
        check_form({"all_reduce", "one_shot", n, size, sync}, {1, (n - 1) * size});
      }
    }
  }
}

TEST_CASE("one_shot: chunks follow one another and every one pays its alpha") {
  for (const int chunks : {2, 5}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      check_form({"all_reduce", "one_shot", 6, 10'000, sync, chunks}, {chunks, 5 * 10'000});
    }
  }
}
