#include "base/error.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Four chips with 10 GB/s each around a switch that reduces, without latency.
std::string four_chips(const std::string& model, const std::string& collective, const std::string& of_link = "") {
  return R"(
topology:
  nodes: [{id: "c[0-3]", kind: chip}, {id: sw, kind: switch, reduces: true, multicasts: true}]
  links: [{from: "c[0-3]", to: sw, bandwidth: 10 GB/s)" +
         of_link + "}]\nmodel: {" + model + "}\ncollectives: [{" + collective + "}]\n";
}

/// 3 steps of 1 MB at 10 GB/s: 300 us.
constexpr const char* ring = "op: all_gather, algorithm: ring, size: 4 MB";
/// 3 messages of 1 MB out of each chip: 300 us.
constexpr const char* exchange = "op: all_to_all, algorithm: direct, size: 4 MB";
/// Each chip's link carries 4 MB up, then 4 MB down: 800 us.
constexpr const char* switched = "op: all_reduce, algorithm: nvls, chunks: 1, size: 4 MB";

void check_us(const std::string& yaml, double us) {
  CAPTURE(yaml);
  // A flow ends within a tick for each completion that it lives through: few steps of few flows.
  CHECK(ticks_apart(time_us(yaml), us) <= 20);
}

}  // namespace

TEST_CASE("kernels: a launch passes once, whatever the number of steps") {
  check_us(four_chips("", ring), 300);
  check_us(four_chips("launch: 7 us", ring), 307);
  check_us(four_chips("launch: 7 us, sync: dataflow", ring), 307);
  const Result result = simulate(four_chips("launch: 7 us", ring));
  CHECK(to_microseconds(only(result).ledger.startup) == Approx(7));
}

TEST_CASE("kernels: what a family says of itself holds for its algorithms and for no others") {
  const std::string model = "alpha_start: 1 us, kernels: {ring: {alpha_start: 2 us, launch: 5 us, utilization: 0.5}}";
  check_us(four_chips(model, ring), 5 + 3 * 2 + 600);
  check_us(four_chips(model, exchange), 1 + 300);
}

TEST_CASE("kernels: messages from a size on are wide, and of an exchange that is the size of its parts") {
  const auto model = [](const std::string& from) {
    return "kernels: {point_to_point: {alpha_start: 1 us, utilization: 0.5, wide: {from: " + from +
           ", alpha_start: 9 us, utilization: 1}}}";
  };
  check_us(four_chips(model("1 MB"), exchange), 9 + 300);
  check_us(four_chips(model("1000001 B"), exchange), 1 + 600);
}

TEST_CASE("kernels: a ring stages one block before it goes round, by protocol") {
  const std::string model = "kernels: {ring: {protocols: {simple: {staging: 100 GB/s}, ll: {utilization: 1}}}}";
  check_us(four_chips(model, ring), 300 + 10);
  check_us(four_chips(model, std::string(ring) + ", protocol: ll"), 300);
}

TEST_CASE("kernels: what switches merge has its own launch and share of the wires, and stages a chunk") {
  check_us(four_chips("", switched), 800);
  check_us(four_chips("launch: 1 us, kernels: {in_network: {launch: 7 us, utilization: 0.5, "
                      "protocols: {simple: {staging: 100 GB/s}}}}",
                      switched),
           7 + 1600 + 40);
}

TEST_CASE("kernels: with a chunk in the model NVLS is cut as NCCL cuts it") {
  // 1 channel of 4 heads of 16 KiB: rounds of 64 KiB.
  const std::string model = "kernels: {in_network: {chunk: {most: 16 KiB, channels: 1}}}";
  CHECK(only(simulate(four_chips(model, "op: all_reduce, algorithm: nvls, chunks: auto, size: 1 MiB"))).chunks == 16);
}

TEST_CASE("kernels: pieces bound the rate of a message, 128 KiB every 10 us being 13.1 GB/s") {
  const std::string pair = "op: send_recv, algorithm: direct, ranks: [c0, c1], size: 131072000";
  check_us(four_chips("pieces: {size: 128 KiB, cost: 10 us}", pair), 13'107.2);  // 10 GB/s are less
  check_us(four_chips("pieces: {size: 64 KiB, cost: 10 us}", pair), 20'000);     // 2000 pieces
}

TEST_CASE("kernels: a link's utilization is the share of it that traffic can use, both ways") {
  check_us(four_chips("", ring, ", utilization: 0.5"), 600);
  check_us(four_chips("utilization: 0.5", ring, ", utilization: 0.5"), 1200);
}

TEST_CASE("kernels: mistakes are refused with what would be right") {
  const auto refusal = [](const std::string& model) -> std::string {
    try {
      simulate(four_chips(model, ring));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(refusal("kernels: {rings: {}}"), ContainsSubstring("did you mean 'ring'?"));
  CHECK_THAT(refusal("kernels: {ring: {chunk: {most: 1 KiB}}}"), ContainsSubstring("belongs to in_network"));
  CHECK_THAT(refusal("kernels: {ring: {wide: {}}}"), ContainsSubstring("4 MiB"));
  CHECK_THAT(refusal("pieces: {size: 1 KiB, cost: 0 us}"), ContainsSubstring("leave pieces out"));
  CHECK_THAT(refusal("kernels: {in_network: {chunk: {most: 0}}}"), ContainsSubstring("128 KiB"));
}
