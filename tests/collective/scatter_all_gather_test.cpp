#include "collective/scatter_all_gather.h"

#include <algorithm>
#include <bit>

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

TEST_CASE("scatter_all_gather: the scatter's bytes, and in the ring all blocks but one from every rank") {
  for (const int n : {1, 2, 3, 7, 8, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
      const Rank root = n / 2;
      const auto program = make_scatter_all_gather({Op::broadcast, n, size, 1, 1, 1, root});
      // A block makes a hop of the scatter for every one in its place's number.
      Bytes scattered = 0;
      for (int v = 0; v < n; ++v) {
        scattered += std::popcount(static_cast<unsigned>(v)) * block_bytes(size, n, root + v);
      }
      CAPTURE(n, size);
      CHECK(sent_by_all(*program, n) == scattered + (n - 1) * size);
      if (n == 1) continue;
      // The root scatters all but its own block; in the ring it sends all but its successor's.
      CHECK(sent_by(*program, root) == 2 * size - block_bytes(size, n, root) - block_bytes(size, n, root + 1));
      for (Rank r = 0; r < n; ++r) CHECK(sent_by(*program, r) <= sent_by(*program, root));
    }
  }
}

TEST_CASE("scatter_all_gather takes (ceil(log2 N) + N-1) alpha + 2(N-1)/N M/B") {
  // In dataflow too where N is a power of two: the last rank that the scatter reaches has gone through all its levels,
  // and its block still has N-1 hops to go.
  for (const int n : numbers_of_ranks()) {
    const int levels = static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1)));
    for (const Bytes size : even_sizes(n)) {
      const Form form{levels + n - 1, 2 * (n - 1) * (size / n)};
      check_form({"broadcast", "scatter_all_gather", n, size, "barrier", 1, n / 2}, form);
      if (std::has_single_bit(static_cast<unsigned>(n))) {
        check_form({"broadcast", "scatter_all_gather", n, size, "dataflow", 1, n / 2}, form);
      }
    }
  }
}

TEST_CASE("scatter_all_gather: a reduce is the broadcast backwards, and takes as long") {
  // A ring reduce_scatter of N-1 steps, then a binomial gather in which runs of 1, 2, 4 … blocks go towards the root.
  for (const int n : numbers_of_ranks()) {
    const int levels = static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1)));
    for (const Bytes size : even_sizes(n)) {
      const Form form{levels + n - 1, 2 * (n - 1) * (size / n)};
      check_form({"reduce", "scatter_all_gather", n, size, "barrier", 1, n / 2}, form);
    }
    // Each rank but the root sends all blocks but its own in the ring, then what it has gathered, its own at least.
    const auto program = make_scatter_all_gather({Op::reduce, n, 1 << 20, 1, 1, 1, 0});
    Bytes gathered = 0;
    for (int v = 0; v < n; ++v) gathered += std::popcount(static_cast<unsigned>(v)) * block_bytes(1 << 20, n, v);
    CHECK(sent_by_all(*program, n) == (n - 1) * Bytes{1 << 20} + gathered);
  }
}

TEST_CASE("scatter_all_gather: uneven blocks take what the largest message of each step takes") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : any_sizes()) {
      // Larger blocks come first: of the runs of one level the first, from place `distance` on, is the largest.
      Form form{n - 1, (n - 1) * ((size + n - 1) / n)};
      for (int distance = 1; distance < n; distance *= 2, ++form.steps) {
        for (int b = distance; b < std::min(2 * distance, n); ++b) form.bytes += block_bytes(size, n, b);
      }
      check_form({"broadcast", "scatter_all_gather", n, size}, form);
    }
  }
}
