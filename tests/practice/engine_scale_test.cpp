// What many ranks and many operations ask of the engine: after sstsimulator/sst-macro#155 (50 000 processes that got
// slower) and astra-sim/astra-sim#285 (256 ranks, memory that grew with every operation until the crash).

#include <string>
#include <vector>

#include <malloc.h>

#include "result/observer.h"
#include "scenario/reader.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string all_reduce_of_8_bytes(int ranks, const std::string& algorithm) {
  return star(ranks, "50 GB/s", "250 ns") +
         "model: {alpha_start: 1 us}\ncollectives: [{op: all_reduce, algorithm: " + algorithm + ", size: 8 B}]\n";
}

Result run(const std::string& yaml, const ReplayOptions& options = {}) {
  return replay(parse_scenario(yaml, "test.yaml", known_algorithms()), options);
}

/// What is allocated when each operation has ended.
class LiveMemory final : public Observer {
 public:
  bool wants_flows() const override { return false; }
  void operation_ended(const CollectiveResult&) override { bytes.push_back(static_cast<double>(mallinfo2().uordblks)); }
  std::vector<double> bytes;
};

}  // namespace

TEST_CASE("practice: 50 000 ranks all_reduce 8 bytes in 17 steps") {
  // 15 steps on 32 768 ranks, one before and one after for the rest: each 1 us + 2 x 250 ns and 8 B at 50 GB/s, 160 ps.
  const Result result = run(all_reduce_of_8_bytes(50'000, "recursive_doubling"));
  const CollectiveResult& c = only(result);
  CHECK(c.steps == 17);
  CHECK(c.flows == 15 * 32'768 + 2 * (50'000 - 32'768));
  CHECK(ticks_apart(time_us(c), 17 * (1 + 0.5 + 160e-6)) <= 17);
}

TEST_CASE("practice: a ring of 50 000 ranks says how many messages it would take, before it starts") {
  // 2 x 49 999 steps of 50 000 messages are 5.0e9; blocks of no byte and of one, so no two steps need be alike.
  const std::string ring = all_reduce_of_8_bytes(50'000, "ring");
  CHECK_THROWS_WITH(run(ring),
                    Catch::Matchers::Contains("5.0e+09 messages") && Catch::Matchers::Contains("--max-messages"));
}

TEST_CASE("practice: a ring whose steps are alike is no matter of its length") {
  // 50 000 x 8 B: every block is 8 B and every step the same, so that nothing is refused: 99 998 steps of 1.50016 us.
  const std::string ring =
      star(50'000, "50 GB/s", "250 ns") +
      "model: {alpha_start: 1 us}\ncollectives: [{op: all_reduce, algorithm: ring, size: 400 kB}]\n";
  CHECK(ticks_apart(time_us(only(run(ring))), 99'998 * 1.50016) <= 99'998);
}

TEST_CASE("practice: what an operation needs to run is gone when it has ended") {
  // 400 all_reduces one after the other. Each leaves its result, a row a rank, and what says which links it used; one
  // step's table alone would be 64 x 63 flows of more than 40 bytes.
  constexpr int kOperations = 400, kRanks = 64;
  std::vector<std::string> operations;
  for (int i = 0; i < kOperations; ++i) {
    const std::string after = i == 0 ? "" : ", after: [o" + std::to_string(i - 1) + "]";
    operations.push_back("{id: o" + std::to_string(i) + ", op: all_reduce, algorithm: two_shot, size: 1 MiB" + after +
                         "}");
  }
  LiveMemory memory;
  const Result result = run(star(kRanks, "50 GB/s") + collectives(operations), {false, &memory, {}});
  REQUIRE(memory.bytes.size() == kOperations);
  const double row = sizeof(RankResult), steps_table = kRanks * (kRanks - 1) * 40.0;
  const double left_by_each = (memory.bytes.back() - memory.bytes[9]) / (kOperations - 10);
  CHECK(left_by_each < 2 * kRanks * row + 2048);
  CHECK(left_by_each < steps_table / 10);
  for (const CollectiveResult& c : result.runs.front().collectives) {
    REQUIRE(c.time() == result.runs.front().collectives.front().time());
  }
}
