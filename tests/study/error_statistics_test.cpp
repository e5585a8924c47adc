#include "study/error_statistics.h"

#include <cmath>

#include "support/catch.h"

using namespace collsim;

namespace {

constexpr Bytes MB = 1'000'000, MiB = 1 << 20;

}  // namespace

TEST_CASE("error statistics: bands are cut at 1 and 64 MB, so that 64 MiB is large") {
  CHECK(band_of(64 * MiB) == SizeBand::large);
  CHECK(band_of(64 * MB) == SizeBand::medium);
  CHECK(band_of(MB) == SizeBand::medium);
  CHECK(band_of(MB - 1) == SizeBand::small);
  for (const SizeBand band : {SizeBand::small, SizeBand::medium, SizeBand::large})
    CHECK(parse_size_band(to_string(band)) == band);
  CHECK(!parse_size_band("huge"));
}

TEST_CASE("error statistics: by hand") {
  // +10 %, -10 %, +100 %, exact.
  const std::vector<SizeError> errors{{MB, 10, 11}, {2 * MB, 10, 9}, {100 * MB, 10, 20}, {8, 5, 5}};
  CHECK(rmspe(errors) == Approx(std::sqrt((0.01 + 0.01 + 1 + 0) / 4)));
  CHECK(median_error(errors) == Approx(0.1));
  CHECK(geometric_mean_error(errors) == Approx(std::pow(1.1 * (10.0 / 9) * 2, 0.25) - 1));
  REQUIRE(worst(errors) != nullptr);
  CHECK(worst(errors)->size == 100 * MB);
  CHECK(in_band(errors, SizeBand::medium).size() == 2);
  CHECK(in_band(errors, SizeBand::large).size() == 1);
}

TEST_CASE("error statistics: none of no errors") {
  CHECK(rmspe({}) == 0);
  CHECK(median_error({}) == 0);
  CHECK(geometric_mean_error({}) == 0);
  CHECK(worst({}) == nullptr);
}
