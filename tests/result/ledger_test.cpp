#include "result/ledger.h"

#include <string>

#include "result/sample.h"
#include "support/catch.h"

namespace collsim::test {
namespace {

Ledger with_fixed_part(int percent) {
  Ledger ledger;
  ledger.path = Duration(percent);
  ledger.transfer = Duration(100 - percent);
  return ledger;
}

}  // namespace

TEST_CASE("ledger: the parts add up, and ledgers part by part") {
  const Ledger one{Duration(1), Duration(2), Duration(3), Duration(4), Duration(5)};
  CHECK(one.total() == Duration(15));
  const Ledger two = one + one;
  CHECK(two.startup == Duration(2));
  CHECK(two.path == Duration(4));
  CHECK(two.transfer == Duration(6));
  CHECK(two.contention == Duration(8));
  CHECK(two.waiting == Duration(10));
}

TEST_CASE("regime: above 80 % of fixed cost is latency, below 20 % bandwidth, the bounds themselves are the knee") {
  CHECK(std::string(regime(with_fixed_part(81))) == "latency");
  CHECK(std::string(regime(with_fixed_part(80))) == "knee");
  CHECK(std::string(regime(with_fixed_part(20))) == "knee");
  CHECK(std::string(regime(with_fixed_part(19))) == "bandwidth");
}

TEST_CASE("regime: waiting counts for nothing") {
  Ledger ledger = with_fixed_part(81);
  ledger.waiting = Duration(1'000'000);
  CHECK(std::string(regime(ledger)) == "latency");
}

TEST_CASE("regime: an operation that takes no time is latency") { CHECK(std::string(regime({})) == "latency"); }

TEST_CASE("algbw is M over the time, busbw that times 2(N-1)/N for all_reduce") {
  const CollectiveResult c = sample_collective();
  // 4000 bytes in 8 us; N = 2.
  CHECK(c.algbw_GBps() == Catch::Approx(4000 / 8e-6 / 1e9).epsilon(1e-15));
  CHECK(c.busbw_GBps() == Catch::Approx(c.algbw_GBps() * 2 * (2 - 1) / 2).epsilon(1e-15));
}

TEST_CASE("algbw and busbw are 0 where no time passes") {
  CollectiveResult c = sample_collective();
  c.end = c.start;
  CHECK(c.algbw_GBps() == 0);
  CHECK(c.busbw_GBps() == 0);
}

}  // namespace collsim::test
