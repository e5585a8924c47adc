#include "collective/pat.h"

#include <algorithm>

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// N'/2, N'/4, … 1 with N' the next power of two.
std::vector<int> distances(int n) {
  std::vector<int> found;
  for (int d = 1; d < n; d *= 2) found.insert(found.begin(), d);
  return found;
}

/// In the all_gather's step of distance d, offset by offset.
Bytes sent_at(Bytes size, int n, int d, Rank rank) {
  Bytes sum = 0;
  for (int offset = 0; offset + d < n; ++offset) {
    if (offset % (2 * d) == 0) sum += block_bytes(size, n, rank - offset);
  }
  return sum;
}

/// The reverse has the same messages.
Form form_of(Bytes size, int n) {
  Form form;
  for (const int d : distances(n)) {
    Bytes largest = 0;
    for (Rank r = 0; r < n; ++r) largest = std::max(largest, sent_at(size, n, d, r));
    form.bytes += largest;
    ++form.steps;
  }
  return form;
}

}  // namespace

TEST_CASE("pat: distances go from N'/2 down to 1, backwards in the reduce_scatter, with the blocks of even offsets") {
  for (const int n : {2, 3, 5, 7, 8, 11, 16, 17}) {
    for (const Bytes size : {Bytes{n - 1}, Bytes{1000}}) {
      const auto gather = make_pat({Op::all_gather, n, size, 1, 1, 1, 0});
      const auto scatter = make_pat({Op::reduce_scatter, n, size, 1, 1, 1, 0});
      const std::vector<int> all = distances(n);
      const auto steps = static_cast<int>(all.size());
      REQUIRE(gather->shape().steps == std::vector<int>{steps});
      REQUIRE(scatter->shape().steps == std::vector<int>{steps});
      for (int step = 0; step < steps; ++step) {
        const int d = all[static_cast<std::size_t>(step)];
        for (Rank r = 0; r < n; ++r) {
          CAPTURE(n, size, d, r);
          const auto forth = sent_in_step(*gather, step, r);
          REQUIRE(forth.size() == 1);
          CHECK(forth[0].to == (r + d) % n);
          CHECK(forth[0].bytes == sent_at(size, n, d, r));
          const auto back = sent_in_step(*scatter, steps - 1 - step, (r + d) % n);
          REQUIRE(back.size() == 1);
          CHECK(back[0].to == r);
          CHECK(back[0].bytes == forth[0].bytes);
        }
      }
    }
  }
}

TEST_CASE("pat: every block comes to every other rank once, or is summed up along the same ways") {
  for (const Op op : {Op::all_gather, Op::reduce_scatter}) {
    for (const int n : {1, 2, 3, 5, 6, 7, 8, 12, 17}) {
      for (const Bytes size : {Bytes{0}, Bytes{n - 1}, Bytes{5} << 30}) {
        const auto program = make_pat({op, n, size, 1, 1, 1, 0});
        CAPTURE(to_string(op), n, size);
        CHECK(sent_by_all(*program, n) == (n - 1) * size);
        for (Rank r = 0; r < n; ++r) {
          Bytes sent = 0;
          for (const int d : distances(n)) sent += sent_at(size, n, d, op == Op::all_gather ? r : (r + n - d) % n);
          CHECK(sent_by(*program, r) == sent);
        }
      }
    }
  }
}

TEST_CASE("pat takes ceil(log2 N) alpha + (N-1)/N M/B") {
  for (const char* op : {"all_gather", "reduce_scatter"}) {
    for (const int n : numbers_of_ranks()) {
      const auto steps = static_cast<int>(distances(n).size());
      for (const Bytes size : even_sizes(n)) {
        for (const char* sync : {"barrier", "dataflow"}) {
          check_form({op, "pat", n, size, sync}, {steps, (n - 1) * (size / n)});
        }
      }
    }
  }
}

TEST_CASE("pat: uneven blocks take what the step's largest message takes") {
  for (const char* op : {"all_gather", "reduce_scatter"}) {
    for (const int n : numbers_of_ranks()) {
      for (const Bytes size : any_sizes()) check_form({op, "pat", n, size}, form_of(size, n));
    }
  }
}

TEST_CASE("pat: chunks follow one another and every one pays its alpha") {
  for (const int chunks : {2, 5}) {
    for (const char* sync : {"barrier", "dataflow"}) {
      check_form({"reduce_scatter", "pat", 6, 6 * 5 * 2000, sync, chunks}, {3 * chunks, 5 * 5 * 2000});
    }
  }
}
