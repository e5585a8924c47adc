#include "collective/rabenseifner.h"

#include <algorithm>

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

namespace {

int floor_power_of_two(int n) {
  int power = 1;
  while (2 * power <= n) power *= 2;
  return power;
}

/// Halves, quarters, … of the vector, cut into P parts: a run of neighbours each. Forth and back they are the same; the
/// largest is that of the rank that gives the first ones away, or keeps them. The fold is two whole vectors.
Form form_of(Bytes size, int n) {
  const int power = floor_power_of_two(n);
  Form form;
  for (int run = power / 2; run >= 1; run /= 2) {
    form.steps += 2;
    form.bytes += 2 * largest_neighbours(size, power, run);
  }
  if (power < n) {
    form.steps += 2;
    form.bytes += 2 * size;
  }
  return form;
}

}  // namespace

TEST_CASE("rabenseifner: near partners exchange the big messages, first and last") {
  const auto program = make_rabenseifner({Op::all_reduce, 16, 1600, 1, 1, 1, 0});
  REQUIRE(program->shape().steps == std::vector<int>{8});
  for (int k = 1; k <= 4; ++k) {
    for (Rank r = 0; r < 16; ++r) {
      for (const int step : {k - 1, 8 - k}) {
        const auto sent = sent_in_step(*program, step, r);
        REQUIRE(sent.size() == 1);
        CHECK(sent[0].to == (r ^ (1 << (k - 1))));
        CHECK(sent[0].bytes == 1600 >> k);
        CHECK(sent[0].action == (step < 4 ? Action::reduce : Action::copy));
      }
    }
  }
}

TEST_CASE("rabenseifner: of the first 2r ranks each even one sends M to the odd one above and gets the result back") {
  // N = 11 = 8 + 3: ranks 0, 2, 4 stand aside; 1, 3, 5, 6 … 10 are participants 0 … 7.
  const auto program = make_rabenseifner({Op::all_reduce, 11, 800, 1, 1, 1, 0});
  REQUIRE(program->shape().steps == std::vector<int>{8});
  const std::vector<Rank> participants{1, 3, 5, 6, 7, 8, 9, 10};
  for (const Rank even : {0, 2, 4}) {
    const auto forth = sent_in_step(*program, 0, even);
    REQUIRE(forth.size() == 1);
    CHECK((forth[0].to == even + 1 && forth[0].bytes == 800 && forth[0].action == Action::reduce));
    const auto back = sent_in_step(*program, 7, even + 1);
    REQUIRE(back.size() == 1);
    CHECK((back[0].to == even && back[0].bytes == 800 && back[0].action == Action::copy));
    for (int step = 1; step < 8; ++step) CHECK(sent_in_step(*program, step, even).empty());
  }
  for (std::size_t i = 0; i < 8; ++i) {
    for (int k = 1; k <= 3; ++k) {
      const auto sent = sent_in_step(*program, k, participants[i]);
      REQUIRE(sent.size() == 1);
      CHECK(sent[0].to == participants[i ^ (std::size_t{1} << (k - 1))]);
      CHECK(sent[0].bytes == 800 >> k);
    }
  }
  for (const Rank r : {6, 10}) CHECK((sent_in_step(*program, 0, r).empty() && sent_in_step(*program, 7, r).empty()));
}

TEST_CASE("rabenseifner: what the ranks send, folded or not") {
  for (const int n : {1, 2, 3, 5, 6, 7, 8, 12, 16, 17}) {
    const int power = floor_power_of_two(n);
    const int rest = n - power;
    for (const Bytes size : {Bytes{0}, Bytes{n - 1}, Bytes{1001}, Bytes{5} << 30}) {
      const auto program = make_rabenseifner({Op::all_reduce, n, size, 1, 1, 1, 0});
      CAPTURE(n, size);
      // P-1 sums for each part and P-1 copies of it, and M to and from each that stands aside.
      CHECK(sent_by_all(*program, n) == (2 * (power - 1) + 2 * rest) * size);
      for (Rank r = 0; r < n; ++r) {
        if (r < 2 * rest && r % 2 == 0) CHECK(sent_by(*program, r) == size);
        if (size % power != 0) continue;
        const Bytes exchanged = 2 * (power - 1) * (size / power);
        if (r >= 2 * rest) CHECK(sent_by(*program, r) == exchanged);
        if (r < 2 * rest && r % 2 == 1) CHECK(sent_by(*program, r) == exchanged + size);
      }
    }
  }
}

TEST_CASE("rabenseifner takes 2 log2 P alpha + 2(P-1)/P M/B, plus 2 (alpha + M/B) where it folds") {
  // With the fold there is no form without the barrier: a rank that is not folded does not wait for those that are, and
  // its first message meets theirs at the partner's port.
  for (const int n : numbers_of_ranks()) {
    const int power = floor_power_of_two(n);
    for (const Bytes size : even_sizes(power)) {
      const Form form{form_of(size, n).steps, 2 * (power - 1) * (size / power) + (power < n ? 2 * size : 0)};
      check_form({"all_reduce", "rabenseifner", n, size}, form);
      if (power == n) check_form({"all_reduce", "rabenseifner", n, size, "dataflow"}, form);
    }
    for (const Bytes size : any_sizes()) check_form({"all_reduce", "rabenseifner", n, size}, form_of(size, n));
  }
}

TEST_CASE("rabenseifner: chunks follow one another and every one pays its alpha") {
  for (const int chunks : {2, 5}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      check_form({"all_reduce", "rabenseifner", 8, 8 * 5 * 2000, sync, chunks}, {6 * chunks, 2 * 7 * 5 * 2000});
    }
    check_form({"all_reduce", "rabenseifner", 5, 4 * 5 * 2000, "barrier", chunks},
               {6 * chunks, 2 * 3 * 5 * 2000 + 2 * 4 * 5 * 2000});
  }
}
