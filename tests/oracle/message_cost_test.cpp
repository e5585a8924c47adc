#include "oracle/message_cost.h"

#include <array>

#include "oracle/estimate.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::oracle;

namespace {

/// 1 us at both ends, 3 us on the way, 1 byte a nanosecond.
constexpr Line line{2, 1e9, 1e-6, 3e-6, 1};

}  // namespace

TEST_CASE("cost models: alpha_beta is alpha plus bytes over bandwidth") {
  CHECK(message_seconds(CostModel::alpha_beta, line, 1e6) == Approx(4e-6 + 1e-3).epsilon(1e-12));
  CHECK(message_seconds(CostModel::alpha_beta, line, 0) == Approx(4e-6).epsilon(1e-12));
}

TEST_CASE("cost models: logp counts packets after the first, each a gap or an overhead apart") {
  // o = 0.5 us, L = 3 us, g = 4096 ns; 10 000 bytes are 3 packets.
  CHECK(message_seconds(CostModel::logp, line, 10'000) == Approx(1e-6 + 3e-6 + 2 * 4.096e-6).epsilon(1e-12));
  CHECK(message_seconds(CostModel::logp, line, 4096) == Approx(4e-6).epsilon(1e-12));
  CHECK(message_seconds(CostModel::logp, line, 4097) == Approx(4e-6 + 4.096e-6).epsilon(1e-12));
  CHECK(message_seconds(CostModel::logp, line, 0) == Approx(4e-6).epsilon(1e-12));
  // With packets of 100 bytes the gap of 0.1 us is below the overhead of 0.5 us.
  LogParameters small;
  small.packet = 100;
  CHECK(message_seconds(CostModel::logp, line, 1000, small) == Approx(4e-6 + 9 * 0.5e-6).epsilon(1e-12));
}

TEST_CASE("cost models: stated parameters of logp replace those of the line") {
  LogParameters p;
  p.overhead = 2e-6;
  p.latency = 5e-6;
  p.gap = 7e-6;
  p.gap_per_byte = 2e-9;
  CHECK(message_seconds(CostModel::logp, line, 3 * 4096, p) == Approx(2 * 2e-6 + 5e-6 + 2 * 7e-6).epsilon(1e-12));
  CHECK(message_seconds(CostModel::loggp, line, 1001, p) == Approx(9e-6 + 1000 * 2e-9).epsilon(1e-12));
}

TEST_CASE("cost models: loggp counts bytes after the first, loggpc stretches them by the contention") {
  CHECK(message_seconds(CostModel::loggp, line, 1001) == Approx(4e-6 + 1e-6).epsilon(1e-12));
  CHECK(message_seconds(CostModel::loggpc, line, 1001) == message_seconds(CostModel::loggp, line, 1001));
  Line crowded = line;
  crowded.contention = 4;
  CHECK(message_seconds(CostModel::loggpc, crowded, 1001) == Approx(4e-6 + 4e-6).epsilon(1e-12));
}

TEST_CASE("cost models: contention is counted by loggpc and by nothing else") {
  Line crowded = line;
  crowded.contention = 4;
  for (const CostModel model : {CostModel::alpha_beta, CostModel::logp, CostModel::loggp})
    CHECK(message_seconds(model, crowded, 1e6) == message_seconds(model, line, 1e6));
}

TEST_CASE("cost models: the contention factor is capacity over the least rate, not over their sum") {
  // Four flows fill a link of 100: their rates sum to 100, and each has a quarter.
  CHECK(contention_factor(100, std::array{25.0, 25.0, 25.0, 25.0}) == 4);
  CHECK(contention_factor(100, std::array{10.0, 90.0}) == 10);
  CHECK(contention_factor(100, std::array{100.0}) == 1);
}

TEST_CASE("cost models: names lead to models and back, and no other name does") {
  for (const CostModel model : cost_models()) CHECK(find_cost_model(to_string(model)) == model);
  CHECK(cost_models().size() == 4);
  CHECK(!find_cost_model("hockney"));
}

TEST_CASE("cost models: a ring under logp is its steps with logp's messages") {
  // 14 steps of 64 KiB / 8 = 8 KiB, two packets: 2o + L + max(g, o).
  const Machine machine({Line{8, 25e9, 4e-6, 6e-6, 1}});
  const auto ring = estimate(CostModel::logp, {"ring", Op::all_reduce, 65536}, machine);
  REQUIRE(ring);
  CHECK(ring->seconds == Approx(14 * (10e-6 + std::max(4096 / 25e9, 2e-6))).epsilon(1e-12));
}
