// Sizes, groups of one, and workloads that are none. After astra-sim/astra-sim#229 and #215 (a size that silently
// became zero) and NVIDIA/nccl-tests#249, #294 and #71 (busbw 0 with one rank).

#include <cmath>
#include <string>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/refusal.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string all_reduce_of(const std::string& size_key) {
  return star(4, "50 GB/s") + "collectives: [{op: all_reduce, algorithm: ring" + size_key + "}]\n";
}

}  // namespace

TEST_CASE("practice: a size is taken where it can mean one thing only") {
  CHECK(only(simulate(all_reduce_of(", size: '64MB '"))).size == 64'000'000);
  CHECK(only(simulate(all_reduce_of(", size: '65536'"))).size == 65'536);
  CHECK(only(simulate(all_reduce_of(", size: 64e6"))).size == 64'000'000);
  CHECK(only(simulate(all_reduce_of(", size: 4 KiB, dtype: float32"))).size == 4096);
}

TEST_CASE("practice: a size that is missing, negative, broken or no whole number of elements is refused") {
  for (const char* value : {"-1", "64 MX", "1.5 B", "''", "[1, 2]", "nan", "10 B, dtype: float32"}) {
    CAPTURE(value);
    const auto found = mistakes(all_reduce_of(std::string(", size: ") + value));
    REQUIRE(found.size() == 1);
    CHECK(found[0].mark.line == 2);
    CHECK_THAT(found[0].message, ContainsSubstring("size") || ContainsSubstring("dtype"));
  }
  const auto missing = mistakes(all_reduce_of(""));
  REQUIRE(missing.size() == 1);
  CHECK_THAT(missing[0].message, ContainsSubstring("size"));
}

TEST_CASE("practice: a scenario without any work is refused, not run to success") {
  CHECK_FALSE(mistakes(star(4, "50 GB/s")).empty());
  CHECK_FALSE(mistakes(star(4, "50 GB/s") + "collectives: []\n").empty());
}

TEST_CASE("practice: an operation of one rank takes no wire and has busbw 0") {
  for (const char* what :
       {"op: all_reduce, algorithm: ring", "op: all_gather, algorithm: ring", "op: reduce_scatter, algorithm: ring",
        "op: all_to_all, algorithm: pairwise", "op: all_to_all, algorithm: direct"})
    for (const char* size : {"0", "8 B", "1 GiB"}) {
      CAPTURE(what, size);
      const Result r =
          simulate(star(4, "50 GB/s", "1 us") + "collectives: [{ranks: c2, " + what + ", size: " + size + "}]\n");
      CHECK(only(r).ranks() == 1);
      CHECK(only(r).flows == 0);
      CHECK(only(r).busbw_GBps() == 0);
      CHECK(std::isfinite(only(r).algbw_GBps()));
      for (const LinkResult& l : r.runs.at(0).links) CHECK(l.bytes == 0);
    }
}

TEST_CASE("practice: an operation of no ranks is refused") {
  const auto found =
      mistakes(star(4, "50 GB/s") + "collectives: [{op: all_reduce, algorithm: ring, size: 1 MB, ranks: []}]\n");
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].message, ContainsSubstring("ranks"));
}
