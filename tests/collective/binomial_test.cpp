#include "collective/binomial.h"

#include <algorithm>
#include <bit>

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"

using namespace collsim;
using namespace collsim::test;

namespace {

int steps_of(int n) {
  int steps = 0;
  for (int reach = 1; reach < n; reach *= 2) ++steps;
  return steps;
}

int ones(int place) { return std::popcount(static_cast<unsigned>(place)); }

/// What hangs below place v: v and the places that only add bits below its lowest. Their blocks, of `size` bytes.
Bytes below(Bytes size, int n, Rank root, int v) {
  Bytes bytes = 0;
  for (int u = v; u < n && u - v < (v & -v); ++u) bytes += block_bytes(size, n, root + u);
  return bytes;
}

/// A block makes a hop for every one in its place's number.
Bytes moved(Bytes size, int n, Rank root) {
  Bytes bytes = 0;
  for (int u = 0; u < n; ++u) bytes += ones(u) * block_bytes(size, n, root + u);
  return bytes;
}

/// Each level takes what its largest message takes.
Form barrier_form(Bytes size, int n, Rank root) {
  Form form;
  for (int distance = 1; distance < n; distance *= 2, ++form.steps) {
    Bytes largest = 0;
    for (int v = distance; v < n; v += 2 * distance) largest = std::max(largest, below(size, n, root, v));
    form.bytes += largest;
  }
  return form;
}

/// Downwards in dataflow with alpha on the route: the way to place v goes through its leading bits; on it every rank
/// sends first to the children that hang farther away. `blocks_sent` is what a message to places a … b-1 weighs.
double arrival_us(int n, int v, double block_us, bool whole) {
  double us = 0;
  int at = 0;
  for (int distance = 1 << (steps_of(n) - 1); distance > 0 && at != v; distance /= 2) {
    const int child = at + distance;
    if (child < n) us += block_us * (whole ? 1 : std::min(distance, n - child));
    if ((v & distance) == 0) continue;
    us += kAlphaUs;
    at = child;
  }
  return us;
}

double dataflow_us(int n, double block_us, bool whole) {
  double last = 0;
  for (int v = 1; v < n; ++v) last = std::max(last, arrival_us(n, v, block_us, whole));
  return last;
}

}  // namespace

TEST_CASE("binomial: bytes of a broadcast and a reduce") {
  for (const int n : {1, 2, 3, 7, 8, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
      const Rank root = n / 2;
      const auto broadcast = make_binomial({Op::broadcast, n, size, 1, 2, 3, root});
      const auto reduce = make_binomial({Op::reduce, n, size, 1, 2, 3, root});
      CAPTURE(n, size);
      CHECK(sent_by_all(*broadcast, n) == (n - 1) * size);
      CHECK(sent_by_all(*reduce, n) == (n - 1) * size);
      for (Rank r = 0; r < n; ++r) {
        CHECK(sent_by(*broadcast, r) <= sent_by(*broadcast, root));
        CHECK(sent_by(*reduce, r) == (r == root ? 0 : size));
      }
      CHECK(sent_by(*broadcast, root) == steps_of(n) * size);
    }
  }
}

TEST_CASE("binomial: bytes of a scatter and a gather") {
  for (const int n : {1, 2, 3, 7, 8, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, (Bytes{5} << 30) + 1}) {
      const Rank root = n / 2;
      const auto scatter = make_binomial({Op::scatter, n, size, 1, 1, 1, root});
      const auto gather = make_binomial({Op::gather, n, size, 1, 1, 1, root});
      CAPTURE(n, size);
      CHECK(sent_by_all(*scatter, n) == moved(size, n, root));
      CHECK(sent_by_all(*gather, n) == moved(size, n, root));
      CHECK(sent_by(*scatter, root) == size - block_bytes(size, n, root));
      for (int v = 1; v < n; ++v) {
        const Rank rank = (root + v) % n;
        CHECK(sent_by(*gather, rank) == below(size, n, root, v));
        CHECK(sent_by(*scatter, rank) == below(size, n, root, v) - block_bytes(size, n, rank));
      }
    }
  }
  // N = 2^D: half of the places have a one in each of D positions.
  CHECK(moved(8000, 8, 3) == 3 * 8000 / 2);
}

TEST_CASE("binomial broadcast and reduce take ceil(log2 N)(alpha + M/B)") {
  for (const char* op : {"broadcast", "reduce"}) {
    for (const int n : numbers_of_ranks()) {
      for (const Bytes size : any_sizes()) {
        const Form form{steps_of(n), steps_of(n) * size};
        check_form({op, "binomial", n, size, "barrier", 1, n / 2}, form);
        if (ones(n) == 1) check_form({op, "binomial", n, size, "dataflow", 1, n / 2}, form);
      }
    }
  }
}

TEST_CASE("binomial scatter and gather take ceil(log2 N) alpha + (N-1)/N M/B") {
  for (const char* op : {"scatter", "gather"}) {
    for (const int n : numbers_of_ranks()) {
      for (const Bytes size : even_sizes(n)) {
        const Form form{steps_of(n), (n - 1) * (size / n)};
        check_form({op, "binomial", n, size, "barrier", 1, n / 2}, form);
        if (ones(n) == 1) check_form({op, "binomial", n, size, "dataflow", 1, n / 2}, form);
      }
      for (const Bytes size : any_sizes()) {
        check_form({op, "binomial", n, size, "barrier", 1, n / 3}, barrier_form(size, n, n / 3));
      }
    }
  }
}

TEST_CASE("binomial in dataflow: who sends does not wait for the barrier") {
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : even_sizes(n)) {
      CAPTURE(n, size);
      const double all_us = static_cast<double>(size) / kBytesPerUs;
      CHECK(ticks_apart(simulated_us({"broadcast", "binomial", n, size, "dataflow", 1, n / 2}),
                        dataflow_us(n, all_us, true)) <= steps_of(n) + 0.01);
      CHECK(ticks_apart(simulated_us({"scatter", "binomial", n, size, "dataflow", 1, n / 2}),
                        dataflow_us(n, all_us / n, false)) <= steps_of(n) + 0.01);
    }
  }
}

TEST_CASE("binomial: chunks of successive levels overlap") {
  // The root's port carries the buffer once a level: D M/B and one alpha at least. At most min(k, D) levels are at work
  // at once, and each loads a port with one message: D-1+k rounds of alpha + min(k, D) m/B at most. One tick a message
  // and completion at the root.
  for (const char* op : {"broadcast", "reduce"}) {
    for (const int n : {2, 5, 8, 16}) {
      for (const int chunks : {2, 3, 8}) {
        const Bytes chunk = 1'000'000;
        const int levels = steps_of(n), rounds = levels - 1 + chunks;
        const double us = simulated_us({op, "binomial", n, chunks * chunk, "barrier", chunks});
        const double chunk_us = static_cast<double>(chunk) / kBytesPerUs;
        const double slack_us = 1e-6 * (rounds * (1 + levels * chunks));
        CAPTURE(op, n, chunks);
        CHECK(us >= kAlphaUs + levels * chunks * chunk_us - slack_us);
        CHECK(us <= rounds * (kAlphaUs + std::min(chunks, levels) * chunk_us) + slack_us);
      }
    }
  }
}
