#include "collective/naive.h"

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

TEST_CASE("naive: rank 0 sends the buffer to everyone, everyone else once") {
  for (const int n : {1, 2, 3, 8, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
      const auto program = make_naive({Op::all_reduce, n, size, 1, 2, 3, 0});
      CAPTURE(n, size);
      CHECK(sent_by_all(*program, n) == 2 * (n - 1) * size);
      CHECK(sent_by(*program, 0) == (n - 1) * size);
      for (Rank r = 1; r < n; ++r) CHECK(sent_by(*program, r) == size);
    }
  }
}

TEST_CASE("naive takes 2 alpha + 2(N-1) M/B") {
  for (const int n : numbers_of_ranks()) {
    for (const char* sync : {"barrier", "dataflow"}) {
      for (const Bytes size : any_sizes()) check_form({"all_reduce", "naive", n, size, sync}, {2, 2 * (n - 1) * size});
    }
  }
}

TEST_CASE("naive: with chunks rank 0 receives one while it sends the one before") {
  // Two phases of (N-1) m/B each, in ports of opposite directions: k+1 of them in a row, and where chunks are uneven
  // the first and largest is the one that counts twice.
  for (const int n : numbers_of_ranks()) {
    for (const int chunks : {2, 5}) {
      for (const Bytes size : any_sizes()) {
        const Bytes largest = (size + chunks - 1) / chunks;
        check_form({"all_reduce", "naive", n, size, "barrier", chunks}, {chunks + 1, (n - 1) * (size + largest)});
      }
      const Bytes size = 10'000 * chunks;
      const Form in_turn{chunks + 1, (chunks + 1) * (n - 1) * Bytes{10'000}};
      check_form({"all_reduce", "naive", n, size, "dataflow", chunks, 0, true}, in_turn);
      // On the route alpha is paid once each way.
      check_form({"all_reduce", "naive", n, size, "dataflow", chunks}, {2, in_turn.bytes}, chunks);
    }
  }
}
