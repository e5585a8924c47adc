#include "oracle/exchange.h"

#include "oracle/estimate.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::oracle;

namespace {

constexpr Line line{3, 1e9, 1e-6, 0, 1};

}  // namespace

TEST_CASE("exchange: equal counts cost what all_to_all does") {
  const std::vector<Bytes> bytes(9, 1000);
  const Machine machine({line});
  const Counts counts{3, bytes};
  CHECK(exchange_seconds(CostModel::alpha_beta, counts, line) ==
        Approx(estimate(CostModel::alpha_beta, {"direct", Op::all_to_all, 3000}, machine)->seconds));
  CHECK(pairwise_exchange_seconds(CostModel::alpha_beta, counts, line) ==
        Approx(estimate(CostModel::alpha_beta, {"pairwise", Op::all_to_all, 3000}, machine)->seconds));
}

TEST_CASE("exchange: the fullest port decides a dispatch, whether it sends or receives") {
  // Rank 2 is everybody's favourite: it receives 5000 + 6000, and what stays with it moves no byte.
  const std::vector<Bytes> dispatch{0, 10, 5000, 20, 0, 6000, 1, 1, 1'000'000};
  CHECK(exchange_seconds(CostModel::alpha_beta, {3, dispatch}, line) == Approx(1e-6 + 11'000 / 1e9));
  const std::vector<Bytes> combine = combine_counts({3, dispatch}, 2);
  CHECK(combine[2 * 3 + 1] == 12'000);
  // Now it sends 10 000 + 12 000.
  CHECK(exchange_seconds(CostModel::alpha_beta, {3, combine}, line) == Approx(1e-6 + 22'000 / 1e9));
  // Rounds: 0→1, 1→2, 2→0 and 0→2, 1→0, 2→1.
  CHECK(pairwise_exchange_seconds(CostModel::alpha_beta, {3, dispatch}, line) == Approx(2e-6 + (6000 + 5000) / 1e9));
}
