#include "collective/chain.h"

#include <algorithm>

#include "collective/closed_form.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// With the barrier, chunk c crosses hop p when it has crossed hop p-1 and chunk c-1 has crossed hop p. The longest way
/// through that grid takes the first and largest chunk over the first N-2 hops, and then all chunks over the last:
/// N-2+k messages, (N-2+k) (alpha + M/(k B)) where the chunks are equal.
Form barrier_form(Bytes size, int n, int chunks) {
  const Bytes largest = (size + chunks - 1) / chunks;
  return {n - 2 + chunks, size + (n - 2) * largest};
}

}  // namespace

TEST_CASE("chain: every rank but the last sends the buffer once") {
  for (const Op op : {Op::broadcast, Op::reduce}) {
    for (const int n : {1, 2, 3, 8, 17}) {
      for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
        const Rank root = n / 2;
        const auto program = make_chain({op, n, size, 1, 2, 3, root});
        CAPTURE(to_string(op), n, size);
        CHECK(sent_by_all(*program, n) == (n - 1) * size);
        for (Rank r = 0; r < n; ++r) {
          // The rank before the root ends a broadcast; the root ends a reduce.
          const Rank silent = op == Op::reduce ? root : (root + n - 1) % n;
          CHECK(sent_by(*program, r) == (r == silent ? 0 : size));
        }
      }
    }
  }
}

TEST_CASE("chain takes (N-2+k)(alpha + M/(k B)) with the barrier, whoever pays alpha") {
  for (const char* op : {"broadcast", "reduce"}) {
    for (const int n : numbers_of_ranks()) {
      for (const int chunks : {1, 3, 16}) {
        for (const Bytes size : any_sizes()) {
          check_form({op, "chain", n, size, "barrier", chunks, n / 3}, barrier_form(size, n, chunks));
        }
        check_form({op, "chain", n, 1'000'000, "barrier", chunks, n - 1, true}, barrier_form(1'000'000, n, chunks));
      }
    }
  }
}

TEST_CASE("chain in dataflow: with alpha on the route the first rank runs ahead, with alpha at the sender it cannot") {
  // A rank sends its next chunk as soon as the last byte of the one before has left: chunks follow each other at
  // m/B, so that the last is sent off (k-1) m/B after the first, and takes N-1 hops of alpha + m/B.
  for (const char* op : {"broadcast", "reduce"}) {
    for (const int n : numbers_of_ranks()) {
      for (const int chunks : {1, 3, 16}) {
        for (const Bytes chunk : {Bytes{1}, Bytes{12'345}, Bytes{1} << 29}) {
          const Bytes size = chunks * chunk;
          CAPTURE(op, n, chunks, chunk);
          const int messages = n - 2 + chunks;
          const double us = (n - 1) * kAlphaUs + messages * static_cast<double>(chunk) / kBytesPerUs;
          CHECK(ticks_apart(simulated_us({op, "chain", n, size, "dataflow", chunks, n / 2}), us) <= messages + 0.01);
          // A sender that pays alpha itself pays it before each chunk.
          check_form({op, "chain", n, size, "dataflow", chunks, 0, true}, {messages, messages * chunk});
        }
      }
    }
  }
}

TEST_CASE("worked values: broadcast time does not grow with the number of ranks") {
  // 1 GiB in chunks of 1 MiB over 25 GB/s without alpha: (M + (N-2) m) / B; in one chunk (N-1) M / B.
  struct Row {
    int ranks;
    double pipelined_ms, whole_ms, last_digit_of_whole;
  };
  constexpr Bytes kGiB = Bytes{1} << 30;
  for (const Row& row : {Row{2, 42.95, 42.95, 0.01}, Row{8, 43.20, 300.6, 0.1}, Row{64, 45.55, 2705.8, 0.1}}) {
    const auto ms = [&](int chunks) {
      return time_us(star(row.ranks, "25 GB/s") +
                     "collectives: [{op: broadcast, algorithm: chain, size: 1 GiB, chunks: " + std::to_string(chunks) +
                     "}]\n") /
             1000;
    };
    CAPTURE(row.ranks);
    const double pipelined = static_cast<double>(kGiB + (row.ranks - 2) * (kGiB >> 10)) / 25e6;
    const double whole = static_cast<double>((row.ranks - 1) * kGiB) / 25e6;
    CHECK(std::abs(pipelined - row.pipelined_ms) <= 0.5000001 * 0.01);
    CHECK(std::abs(whole - row.whole_ms) <= 0.5000001 * row.last_digit_of_whole);
    CHECK(ticks_apart(1000 * ms(1024), 1000 * pipelined) <= row.ranks - 2 + 1024 + 0.01);
    CHECK(ticks_apart(1000 * ms(1), 1000 * whole) <= row.ranks - 1 + 0.01);
  }
}
