#include "collective/nvls.h"

#include "collective/closed_form.h"
#include "collective/node_networks.h"
#include "collective/totals.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/refusal.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

double nvls_us(const std::string& op, int n, Bytes size, const std::string& sync = "barrier", int chunks = 1) {
  return time_us(reducing_star(n) + "model: {sync: " + sync + "}\n" +
                 collectives({"{op: " + op + ", algorithm: nvls, size: " + std::to_string(size) +
                              ", chunks: " + std::to_string(chunks) + "}"}));
}

/// Blocks are of two sizes, or of none and one: a flow lives through two completions at most.
constexpr double kTicksPerStep = 3;

}  // namespace

TEST_CASE("nvls: a rank sends all of its data up and its own block back") {
  for (const int n : {1, 2, 3, 8, 17}) {
    for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
      const auto all_reduce = make_nvls({Op::all_reduce, n, size, 1, 1, 1, 0});
      const auto reduce_scatter = make_nvls({Op::reduce_scatter, n, size, 1, 1, 1, 0});
      const auto all_gather = make_nvls({Op::all_gather, n, size, 1, 1, 1, 0});
      CAPTURE(n, size);
      for (Rank r = 0; r < n; ++r) {
        const Bytes up = n == 1 ? 0 : size, back = n == 1 ? 0 : block_bytes(size, n, r);
        CHECK(sent_by(*reduce_scatter, r) == up);
        CHECK(sent_by(*all_gather, r) == back);
        CHECK(sent_by(*all_reduce, r) == up + back);
      }
      CHECK(sent_by_all(*make_nvls({Op::all_reduce, n, size, 1, 2, 3, 0}), n) == (n == 1 ? 0 : (n + 1) * size));
    }
  }
}

TEST_CASE("nvls: two phases of a step, of all ranks to each owner and of each owner to all ranks, itself too") {
  const int n = 5;
  const auto program = make_nvls({Op::all_reduce, n, 50, 1, 2, 3, 0});
  CHECK(program->shape().steps == std::vector<int>{1, 1});
  for (Rank r = 0; r < n; ++r) {
    std::vector<Transfer> up, down;
    program->sends({0, 0, 0, 0}, r, up);
    program->sends({0, 1, 0, 0}, r, down);
    REQUIRE(up.size() == n);
    for (Rank owner = 0; owner < n; ++owner) {
      const Transfer& t = up[static_cast<std::size_t>(owner)];
      CHECK((t.to == owner && t.more_to.empty() && t.more_from.size() == n - 1));
    }
    REQUIRE(down.size() == 1);
    CHECK((down[0].from == r && down[0].more_from.empty() && down[0].more_to.size() == n - 1));
    CHECK((program->receives({0, 0, 0, 0}, r) == 1 && program->receives({0, 1, 0, 0}, r) == n));
  }
}

TEST_CASE("nvls in one chunk takes 2 alpha + 2M/B, and either half alone alpha + M/B") {
  // Every uplink carries all of its rank's data in the first step and every downlink all of the result in the second;
  // both are busy to the end, whatever the blocks' sizes.
  for (const int n : numbers_of_ranks()) {
    for (const Bytes size : any_sizes()) {
      const Form half{1, size};
      CHECK(ticks_apart(nvls_us("all_reduce", n, size), 2 * half.us()) <= 2 * kTicksPerStep + 0.01);
      for (const char* sync : {"barrier", "dataflow"}) {
        CAPTURE(n, size, sync);
        CHECK(ticks_apart(nvls_us("reduce_scatter", n, size, sync), half.us()) <= kTicksPerStep + 0.01);
        CHECK(ticks_apart(nvls_us("all_gather", n, size, sync), half.us()) <= kTicksPerStep + 0.01);
      }
    }
    // Without the barrier the owner of a smaller block would multicast it before the others have theirs.
    for (const Bytes size : even_sizes(n)) {
      CHECK(ticks_apart(nvls_us("all_reduce", n, size, "dataflow"), 2 * Form{1, size}.us()) <= 2 * kTicksPerStep);
    }
  }
}

TEST_CASE("nvls in k chunks approaches (1 + 1/N) M/B: with the barrier two lone halves and k-1 rounds of both") {
  // In a round a port carries, each way, one chunk's blocks of all owners and one block of another chunk: N + 1 flows
  // of m/N that begin and end together. The first reduction and the last multicast are alone.
  for (const int n : {2, 3, 8, 16}) {
    for (const int chunks : {2, 5, 64}) {
      for (const Bytes block : {Bytes{1}, Bytes{1000}, Bytes{1'000'000}}) {
        const Bytes size = block * n * chunks;
        const Form form{chunks + 1, 2 * n * block + (chunks - 1) * (n + 1) * block};
        CAPTURE(n, chunks, block);
        CHECK(ticks_apart(nvls_us("all_reduce", n, size, "barrier", chunks), form.us()) <= form.steps + 0.01);
        // Without it nobody waits for longer, and the ports stay what they are.
        const double limit = static_cast<double>(size) * (n + 1) / n / kBytesPerUs;
        const double dataflow = nvls_us("all_reduce", n, size, "dataflow", chunks);
        CHECK(dataflow >= limit);
        CHECK(dataflow <= form.us() + form.steps * 2e-6);
      }
    }
  }
}

TEST_CASE("nvls of one rank moves nothing") {
  CHECK(make_nvls({Op::all_reduce, 1, 100, 1, 2, 3, 0})->shape().steps == std::vector<int>{0});
}

TEST_CASE("nvls is refused where the switch cannot do it") {
  const std::string what = collectives({"{op: all_reduce, algorithm: nvls, size: 1 MB}"});
  CHECK_THROWS_AS(simulate(star(4, "25 GB/s") + what), InputError);
}
