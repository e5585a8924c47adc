#include "collective/binary_tree.h"

#include <algorithm>
#include <bit>
#include <set>

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

int levels_of(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1))); }

/// Messages that the busiest port carries in all levels of one half: one at the root's only child; below it two, as
/// soon as some place has both children on that level, and on the second level that takes N > 3/4 2^D.
int messages_through_ports(int n) {
  const int levels = levels_of(n);
  int messages = 1;
  for (int level = 0; level < levels - 1; ++level) messages += level < levels - 2 || 4 * n > 3 * (1 << levels) ? 2 : 1;
  return messages;
}

/// Parent and child of every edge, by the transfers of a broadcast.
std::set<std::pair<Rank, Rank>> edges(int n, Rank root) {
  const auto program = make_binary_tree({Op::broadcast, n, n, 1, 1, 1, root});
  std::set<std::pair<Rank, Rank>> found;
  for (int phase = 0; phase < levels_of(n); ++phase) {
    for (Rank r = 0; r < n; ++r) {
      std::vector<Transfer> transfers;
      program->sends({0, phase, 0, 0}, r, transfers);
      for (const Transfer& t : transfers) found.insert({t.from, t.to});
    }
  }
  return found;
}

/// One half of 2^D >= 4 ranks with the barrier: one level of alpha + m/B next to the root, D-1 levels of alpha + 2m/B.
/// The longest way through phases and chunks takes the first, largest chunk over all levels of two messages but one,
/// and all chunks over that. The root's level is the first chunk's in a broadcast and the last chunk's in a reduce.
Form half(bool reduce, Bytes size, int n, int chunks) {
  const int levels = levels_of(n);
  const Bytes largest = (size + chunks - 1) / chunks, smallest = size / chunks;
  return {levels - 1 + chunks, 2 * (size + (levels - 2) * largest) + (reduce ? smallest : largest)};
}

}  // namespace

TEST_CASE("binary_tree: the shape is the one that NCCL builds") {
  using Edges = std::set<std::pair<Rank, Rank>>;
  CHECK(edges(8, 0) == Edges{{0, 4}, {4, 2}, {4, 6}, {2, 1}, {2, 3}, {6, 5}, {6, 7}});
  // 6 would be the parent of 5; without it 5 hangs from 4.
  CHECK(edges(6, 0) == Edges{{0, 4}, {4, 2}, {4, 5}, {2, 1}, {2, 3}});
  CHECK(edges(3, 0) == Edges{{0, 2}, {2, 1}});
  CHECK(edges(4, 3) == Edges{{3, 1}, {1, 0}, {1, 2}});
}

TEST_CASE("binary_tree: a rank sends its sum up once and to two children at most") {
  for (const int n : {1, 2, 3, 4, 5, 8, 11, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
      const auto all_reduce = make_binary_tree({Op::all_reduce, n, size, 1, 2, 3, 0});
      const auto broadcast = make_binary_tree({Op::broadcast, n, size, 1, 2, 3, n / 2});
      const auto reduce = make_binary_tree({Op::reduce, n, size, 1, 2, 3, n / 2});
      CAPTURE(n, size);
      CHECK(sent_by_all(*all_reduce, n) == 2 * (n - 1) * size);
      CHECK(sent_by_all(*broadcast, n) == (n - 1) * size);
      CHECK(sent_by_all(*reduce, n) == (n - 1) * size);
      Bytes worst = 0, worst_down = 0;
      for (Rank r = 0; r < n; ++r) {
        worst = std::max(worst, sent_by(*all_reduce, r));
        worst_down = std::max(worst_down, sent_by(*broadcast, r));
        CHECK(sent_by(*reduce, r) == (r == n / 2 ? 0 : size));
      }
      // Rank 2 has both children from N = 4 on, one at N = 3.
      CHECK(worst_down == std::min(n / 2, 2) * size);
      CHECK(worst == std::min(n - 1, 3) * size);
    }
  }
}

TEST_CASE("binary_tree in one chunk takes alpha + 2M/B a level, alpha + M/B at the root, for any N") {
  for (const int n : numbers_of_ranks()) {
    const int levels = levels_of(n);
    for (const Bytes size : any_sizes()) {
      const Form one_way{levels, messages_through_ports(n) * size};
      const Form both_ways{2 * levels, 2 * one_way.bytes};
      check_form({"broadcast", "binary_tree", n, size, "barrier", 1, n / 2}, one_way);
      check_form({"reduce", "binary_tree", n, size, "barrier", 1, n - 1}, one_way);
      check_form({"all_reduce", "binary_tree", n, size}, both_ways);
      // All levels of a full tree are busy for the same time everywhere: nobody runs ahead.
      if (std::has_single_bit(static_cast<unsigned>(n))) {
        check_form({"broadcast", "binary_tree", n, size, "dataflow", 1, n / 2}, one_way);
        check_form({"reduce", "binary_tree", n, size, "dataflow", 1, n / 2}, one_way);
        check_form({"all_reduce", "binary_tree", n, size, "dataflow"}, both_ways);
      }
    }
  }
}

TEST_CASE("binary_tree: one half of 2^D ranks takes (D-2+k)(alpha + 2M/(k B)) + alpha + M/(k B) with the barrier") {
  for (const int n : {4, 8, 16, 32, 64}) {
    for (const int chunks : {1, 2, 5, 16}) {
      for (const Bytes size : {Bytes{40}, Bytes{(1 << 20) + 1}, Bytes{8} << 30}) {
        check_form({"broadcast", "binary_tree", n, size, "barrier", chunks, n / 2}, half(false, size, n, chunks));
        check_form({"reduce", "binary_tree", n, size, "barrier", chunks, 1}, half(true, size, n, chunks));
      }
    }
  }
}

TEST_CASE("binary_tree: the halves in turn take 2[(D-2+k)(alpha + 2M/(k B)) + alpha + M/(k B)]") {
  for (const int n : {4, 8, 32}) {
    for (const int chunks : {1, 4, 20}) {
      const Bytes chunk = 1'000'000;
      const std::string rest =
          ", algorithm: binary_tree, chunks: " + std::to_string(chunks) + ", size: " + std::to_string(chunks * chunk);
      const Result result =
          simulate(star(n, "25 GB/s", "5 us") + collectives({"{id: up, op: reduce" + rest + "}",  //
                                                             "{id: down, op: broadcast, after: up" + rest + "}"}));
      const double m = static_cast<double>(chunk) / kBytesPerUs;
      const int rounds = levels_of(n) - 2 + chunks;
      CAPTURE(n, chunks);
      CHECK(ticks_apart(makespan_us(result), 2 * (rounds * (kAlphaUs + 2 * m) + kAlphaUs + m)) <=
            2 * (rounds + 1) + 0.01);
    }
  }
}

TEST_CASE("binary_tree: in dataflow chunks follow each other at 2M/(k B) where alpha is on the route") {
  // A leaf sends its next chunk behind the last byte of the one before, and shares its parent's port with the other
  // leaf: a chunk every 2m/B. The last one still has D-1 levels of alpha + 2m/B, less the 2m/B counted, and alpha + m/B
  // at the root to go. A broadcast is the same backwards.
  for (const char* op : {"broadcast", "reduce"}) {
    for (const int n : {4, 8, 16, 64}) {
      for (const int chunks : {1, 2, 5, 16}) {
        for (const Bytes chunk : {Bytes{1}, Bytes{12'345}, Bytes{1} << 29}) {
          const int levels = levels_of(n), rounds = levels - 2 + chunks;
          const double us = levels * kAlphaUs + static_cast<double>((2 * rounds + 1) * chunk) / kBytesPerUs;
          CAPTURE(op, n, chunks, chunk);
          CHECK(ticks_apart(simulated_us({op, "binary_tree", n, chunks * chunk, "dataflow", chunks, n / 2}), us) <=
                rounds + 1 + 0.01);
          check_form({op, "binary_tree", n, chunks * chunk, "dataflow", chunks, n / 2, true},
                     {rounds + 1, (2 * rounds + 1) * chunk});
        }
      }
    }
  }
}

TEST_CASE("binary_tree all_reduce: halves that overlap while alpha >= 2M/(k B) do not meet") {
  // Counting from the start of a round of alpha + 2m/B: the levels up transmit in its first 2m/B, those down, which are
  // alpha later in it (after two levels of alpha + m/B at the root), in its last. So all 2D levels of the first chunk
  // and a round for each further chunk: 2[(D-1)(alpha + 2m/B) + alpha + m/B] + (k-1)(alpha + 2m/B).
  for (const int n : {4, 8, 16, 64}) {
    for (const int chunks : {1, 2, 7, 20}) {
      for (const Bytes chunk : {Bytes{1}, Bytes{1000}, Bytes{120'000}}) {
        const int levels = levels_of(n);
        const Form form{2 * levels + chunks - 1, (4 * (levels - 1) + 2 + 2 * (chunks - 1)) * chunk};
        check_form({"all_reduce", "binary_tree", n, chunks * chunk, "barrier", chunks}, form);
        check_form({"all_reduce", "binary_tree", n, chunks * chunk, "barrier", chunks, 0, true}, form);
      }
    }
  }
}

TEST_CASE("binary_tree all_reduce in many chunks approaches 3M/B") {
  // An inner rank moves 2M + M each way, so 3M/B at least. No port carries more than three messages at once, each of
  // which then has a third of it: 2D-1+k rounds of alpha + 3m/B at most. A tick for each message of a port and round.
  for (const int n : {4, 6, 8, 13, 32}) {
    for (const int chunks : {16, 256}) {
      for (const char* sync : {"barrier", "dataflow"}) {
        const Bytes size = Bytes{8} << 30;
        const double us = simulated_us({"all_reduce", "binary_tree", n, size, sync, chunks});
        const double limit = 3 * static_cast<double>(size) / kBytesPerUs;
        const int rounds = 2 * levels_of(n) - 1 + chunks;
        CAPTURE(n, chunks, sync);
        CHECK(us >= limit - 3e-6 * chunks);
        CHECK(us <= rounds * (kAlphaUs + limit / chunks + 3e-6));
      }
    }
  }
}
