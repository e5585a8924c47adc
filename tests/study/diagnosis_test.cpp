#include "study/diagnosis.h"

#include <filesystem>
#include <functional>

#include "support/catch.h"

using namespace collsim;

namespace {

/// 8 ranks on one node with 100 GB/s a chip, all_reduce from 8 B to 1 GiB; `us` makes the time of a size.
MeasuredSeries series(const std::function<double(double)>& us) {
  MeasuredSeries s;
  s.op = Op::all_reduce;
  s.ranks = 8;
  s.nodes = 1;
  for (Bytes size = 8; size <= Bytes{1} << 30; size *= 2)
    s.rows.push_back({0, size, us(static_cast<double>(size)), 0, 0, {}});
  return s;
}

const Nominal wires{100e9, {}, false, "the test"};

/// A ring at `busbw` GB/s and 30 us of latency.
std::function<double(double)> ring(double busbw) {
  return [busbw](double size) { return 30 + size * 1.75 / (busbw * 1e3); };
}

}  // namespace

TEST_CASE("diagnosis: a curve near the wires is healthy, and its plateau and knee are read off") {
  const Diagnosis d = diagnose(series(ring(90)), wires);
  CHECK(!d.sick);
  CHECK(d.hints.empty());
  CHECK(d.floor_us == Approx(30).epsilon(1e-3));
  // A tree of eight goes three levels up and three down.
  CHECK(*d.step_us == Approx(5).epsilon(1e-3));
  // Twice the floor where the transfer takes as long as the latency.
  CHECK(*d.knee_bytes == Approx(30 * 90e3 / 1.75).epsilon(1e-2));
  CHECK(*d.ratio == Approx(0.9).epsilon(0.01));
}

TEST_CASE("diagnosis: between half and four fifths of the wires is a hint, below is sick") {
  CHECK(!diagnose(series(ring(65)), wires).sick);
  CHECK(diagnose(series(ring(65)), wires).hints.size() == 1);
  const Diagnosis sick = diagnose(series(ring(40)), wires);
  CHECK(sick.sick);
  REQUIRE(sick.reasons.size() == 1);
  CHECK_THAT(sick.reasons[0], Catch::Matchers::ContainsSubstring("40 %"));
}

TEST_CASE("diagnosis: times that stop growing are timeouts, and one slow size is nothing") {
  const auto timeouts = [](double size) { return size >= (1 << 24) ? 100'000.0 : ring(90)(size); };
  const Diagnosis d = diagnose(series(timeouts), wires);
  CHECK(d.sick);
  REQUIRE(!d.reasons.empty());
  CHECK_THAT(d.reasons.back(),
             Catch::Matchers::ContainsSubstring("16 MiB") && Catch::Matchers::ContainsSubstring("timeouts"));
  const auto hiccup = [](double size) { return size == (1 << 24) ? 100'000.0 : ring(90)(size); };
  CHECK(!diagnose(series(hiccup), wires).sick);
}

TEST_CASE("diagnosis: small messages that take a tenth of a millisecond a step are sick") {
  CHECK(diagnose(series([](double size) { return 700 + size * 1.75 / 90e3; }), wires).sick);
}

TEST_CASE("diagnosis: a short table and unknown wires are judged by their shape only") {
  MeasuredSeries s = series(ring(10));
  CHECK(!diagnose(s, std::nullopt).sick);
  s.rows.resize(10);
  const Diagnosis d = diagnose(s, wires);
  CHECK(!d.sick);
  CHECK(!d.ratio);
}

TEST_CASE("diagnosis: the best busbw of a ring takes all ports of a node, of an exchange those that leave it") {
  const Nominal node{450e9, 50e9, false, "the test"};
  CHECK(best_busbw(node, Op::all_reduce, 8, 1) == 450e9);
  CHECK(best_busbw(node, Op::all_reduce, 16, 2) == 400e9);
  CHECK(best_busbw(node, Op::all_to_all, 16, 2) == Approx(50e9 * 15 / 8));
  CHECK(best_busbw(node, Op::send_recv, 16, 2) == 50e9);
}

TEST_CASE("diagnosis: the wires are read off what a table says of its hardware") {
  MeasuredSeries s;
  s.ranks = 8;
  s.nodes = 2;
  s.stated["hardware"] = "2 nodes x 4 A100 (NVLink3), 2x Slingshot-11 NIC 200 Gb/s per node";
  CHECK(nominal_of(s)->inside == 300e9);
  CHECK(nominal_of(s)->port == 12.5e9);
  s.stated["hardware"] = "2x H100 80GB SXM, 8x 400 Gb/s InfiniBand per node (50 GB/s per GPU)";
  CHECK(nominal_of(s)->port == 50e9);
  s.stated["hardware"] = "an abacus";
  CHECK(!nominal_of(s));
}

TEST_CASE(
    "diagnosis: of the measured tables at hand, eight in ten sick ones are flagged and one in ten healthy at most") {
  const std::filesystem::path folder = std::filesystem::path(COLLSIM_SOURCE_DIR) / "../shared/measured";
  if (!std::filesystem::exists(folder)) {
    WARN("no folder of measured tables beside the checkout: nothing judged");
    return;
  }
  int sick = 0, found = 0, healthy = 0, wronged = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".csv") continue;
    const MeasuredLog log = read_log(entry.path().string());
    if (log.series.size() != 1 || !log.series[0].op || log.series[0].ranks.value_or(1) < 2) continue;
    const MeasuredSeries& s = log.series[0];
    const std::string health = s.stated.count("health") ? s.stated.at("health") : "";
    const bool flagged = diagnose(s, nominal_of(s)).sick;
    sick += health.starts_with("sick");
    found += health.starts_with("sick") && flagged;
    healthy += health.starts_with("healthy");
    wronged += health.starts_with("healthy") && flagged;
  }
  CAPTURE(sick, found, healthy, wronged);
  CHECK(10 * found >= 8 * sick);
  CHECK(10 * wronged <= healthy);
}
