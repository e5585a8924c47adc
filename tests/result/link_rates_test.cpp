#include "result/link_rates.h"

#include <numeric>

#include "support/catch.h"

namespace collsim::test {
namespace {

Instant at(std::int64_t ps) { return Instant(Duration(ps)); }

}  // namespace

TEST_CASE("link rates: bytes spread evenly over their time, and none are lost when spans widen") {
  LinkRates rates;
  // 1000 bytes in each of two halves of a time that outgrows any first span.
  constexpr std::int64_t half = 3'000'000;
  rates.add(1, at(0), at(half), 1000);
  rates.add(1, at(half), at(2 * half), 1000);
  rates.add(2, at(half), at(half), 5);
  REQUIRE(rates.links() >= 2);
  CHECK(rates.total(1) == Catch::Approx(2000).epsilon(1e-5));
  CHECK(rates.total(0) == 0);
  const auto found = rates.rates(1);
  CHECK(found.size() <= LinkRates::most_spans);
  // 1000 bytes in 3 us; the last span is only partly filled.
  for (std::size_t i = 0; i + 1 < found.size(); ++i) CHECK(found[i] == Catch::Approx(1000 / 3e-6).epsilon(1e-5));
  CHECK(rates.span().count() * static_cast<std::int64_t>(found.size()) >= 2 * half);
}

}  // namespace collsim::test
