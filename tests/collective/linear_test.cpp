#include "collective/linear.h"

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// All blocks but the root's own, summed over chunks.
Bytes through_the_root(Bytes size, int n, int chunks, Rank root) {
  Bytes bytes = 0;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const Bytes of_chunk = block_bytes(size, chunks, chunk);
    bytes += of_chunk - block_bytes(of_chunk, n, root);
  }
  return bytes;
}

}  // namespace

TEST_CASE("linear: every block but the root's own crosses once") {
  for (const int n : {1, 2, 3, 8, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
      const Rank root = n / 2;
      const auto scatter = make_linear({Op::scatter, n, size, 1, 1, 3, root});
      const auto gather = make_linear({Op::gather, n, size, 1, 1, 3, root});
      const Bytes moved = through_the_root(size, n, 3, root);
      CAPTURE(n, size);
      CHECK(sent_by_all(*scatter, n) == moved);
      CHECK(sent_by(*scatter, root) == moved);
      CHECK(sent_by_all(*gather, n) == moved);
      for (Rank r = 0; r < n; ++r) {
        const Bytes own = size - through_the_root(size, n, 3, r);
        CHECK(sent_by(*gather, r) == (r == root ? 0 : own));
      }
    }
  }
}

TEST_CASE("linear takes alpha + (N-1)/N M/B") {
  // The root's port is busy until all blocks have passed. Blocks of two sizes end at two instants, so that a flow lives
  // through two completions, its own among them: three ticks.
  for (const char* op : {"scatter", "gather"}) {
    for (const int n : numbers_of_ranks()) {
      for (const char* sync : {"barrier", "dataflow"}) {
        for (const Bytes size : any_sizes()) {
          check_form({op, "linear", n, size, sync, 1, n / 2}, {1, through_the_root(size, n, 1, n / 2)}, 3);
        }
        for (const Bytes size : even_sizes(n)) check_form({op, "linear", n, size, sync}, {1, (n - 1) * (size / n)});
      }
    }
  }
}

TEST_CASE("linear: chunks follow one another, and each pays its alpha where a barrier or the sender waits for it") {
  for (const char* op : {"scatter", "gather"}) {
    for (const int n : {2, 5, 16}) {
      const Bytes block = 4000;
      const int chunks = 4;
      const Bytes size = block * n * chunks;
      const Bytes moved = chunks * (n - 1) * block;
      check_form({op, "linear", n, size, "barrier", chunks}, {chunks, moved});
      check_form({op, "linear", n, size, "dataflow", chunks, 0, true}, {chunks, moved});
      // With alpha on the route the next chunk leaves behind the last byte of the one before; one tick a chunk.
      check_form({op, "linear", n, size, "dataflow", chunks}, {1, moved}, chunks);
    }
  }
}
