#include "study/calibration.h"

#include <sstream>

#include "base/error.h"
#include "study/calibration_report.h"
#include "support/catch.h"
#include "support/networks.h"
#include "workload/known_algorithms.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Eight messages in a row with 2 us of path, 1 GB/s of wire.
std::vector<CalibrationPoint> points(double alpha_us, double inverse_u, Bytes from, Bytes to) {
  std::vector<CalibrationPoint> made;
  for (Bytes size = from; size <= to; size *= 4) {
    const double transfer = static_cast<double>(size) / 1e3;
    made.push_back({size, 2 + 8 * alpha_us + transfer * inverse_u, 2, 8, transfer});
  }
  return made;
}

Scenario ring_of_eight() {
  return parse_scenario(star(8, "100 GB/s", "500 ns") + "model: {alpha_start: 7 us, utilization: 0.3}\n" +
                            collectives({"{op: all_reduce, algorithm: ring, size: 1 MiB}"}),
                        "test.yaml", known_algorithms());
}

MeasuredSeries measured(const std::vector<std::pair<Bytes, double>>& rows) {
  MeasuredSeries s;
  s.op = Op::all_reduce;
  s.ranks = 8;
  for (const auto& [size, us] : rows) s.rows.push_back({0, size, us, 0, 0, {}});
  return s;
}

}  // namespace

TEST_CASE("calibration: exact data give their constants back") {
  const Calibration fit = calibrate(points(3, 1.25, 64, 1 << 26), "x");
  REQUIRE((fit.alpha_us && fit.utilization));
  CHECK(fit.alpha_us->value == Approx(3).epsilon(1e-9));
  CHECK(fit.utilization->value == Approx(0.8).epsilon(1e-9));
  CHECK(rmspe(fit.residuals) < 1e-9);
}

TEST_CASE("calibration: points of the simulator are what a run with other constants takes") {
  // The points know nothing of the scenario's own constants; a run with them is their prediction.
  const Scenario scenario = ring_of_eight();
  const auto found = calibration_points(scenario, measured({{1 << 20, 1}, {1 << 26, 1}}));
  REQUIRE(found.size() == 2);
  for (const CalibrationPoint& p : found) {
    CHECK(p.messages == Approx(14).epsilon(1e-6));
    CHECK(p.path_us == Approx(14).epsilon(1e-6));  // 14 steps of two links of 500 ns
    CHECK(p.transfer_us == Approx(1.75 * static_cast<double>(p.size) / 100e3).epsilon(1e-6));
  }
}

TEST_CASE("calibration: noise widens the interval, which still holds the truth") {
  auto noisy = points(3, 1.25, 64, 1 << 28);
  for (std::size_t i = 0; i < noisy.size(); ++i) noisy[i].measured_us *= i % 2 ? 1.05 : 0.95;
  const Calibration fit = calibrate(noisy, "x");
  REQUIRE((fit.alpha_us && fit.utilization));
  CHECK(fit.alpha_us->low < 3);
  CHECK(fit.alpha_us->high > 3);
  CHECK(fit.utilization->low < 0.8);
  CHECK(fit.utilization->high > 0.8);
}

TEST_CASE("calibration: one sick point hardly moves the others") {
  auto sick = points(3, 1.25, 64, 1 << 26);
  sick[5].measured_us *= 3;
  const Calibration fit = calibrate(sick, "x");
  REQUIRE((fit.alpha_us && fit.utilization));
  CHECK(fit.alpha_us->value == Approx(3).epsilon(0.02));
  CHECK(fit.utilization->value == Approx(0.8).epsilon(0.02));
  CHECK(fit.outliers == std::vector<Bytes>{sick[5].size});
}

TEST_CASE("calibration: fewer than three sizes are refused") {
  auto few = points(3, 1.25, 64, 256);
  CHECK_THROWS_AS(calibrate(few, "x"), InputError);
  few.insert(few.end(), few.begin(), few.end());
  CHECK_THROWS_AS(calibrate(few, "x"), InputError);
}

TEST_CASE("calibration: a bandwidth above the wires is refused") {
  CHECK_THROWS_AS(calibrate(points(3, 0.5, 64, 1 << 26), "x"), InputError);
}

TEST_CASE("calibration: a chunk every 10 us is 13.1 GB/s of 128 KiB chunks, and larger ones reach the wire") {
  // nccl#2409: 131 072 bytes at 13.1 GB/s.
  const double cost = chunk_cost(131'072, 13.1e9);
  CHECK(cost == Approx(10.0e-6).epsilon(0.001));
  CHECK(chunked_rate(131'072, cost, 50e9) == Approx(13.1e9));
  CHECK(chunked_rate(1 << 20, cost, 50e9) == 50e9);
}

TEST_CASE("calibration: the report of a simulated log is a model that gives the log back") {
  const std::string network =
      "nodes: [{id: 'c[0-7]', kind: chip}, {id: sw, kind: switch}]\n"
      "links: [{from: 'c[0-7]', to: sw, bandwidth: 100 GB/s, latency: 500 ns}]\n";
  std::string csv = "# collective: all_reduce\n# ranks: 8\nsize_bytes,time_us\n";
  // 14 steps of 1 us of path and 4 us of start, at 80 GB/s.
  for (Bytes size = 1024; size <= 1 << 28; size *= 4)
    csv += std::to_string(size) + "," + std::to_string(14 * 5 + 1.75 * static_cast<double>(size) / 80e3) + "\n";
  CalibrationReport report(parse_topology(network, "net.yaml"), {});
  report.add(parse_log(csv, "x.csv"), {});
  std::ostringstream out;
  report.write(out);
  CHECK_THAT(out.str(), Catch::Matchers::ContainsSubstring("\n  alpha_start: 4.000 us"));
  CHECK_THAT(out.str(), Catch::Matchers::ContainsSubstring("\n  utilization: 0.8000"));
  // As it is, it is a topology's model.
  const TopologyFile file = parse_topology(network + out.str(), "net.yaml");
  CHECK(file.defaults.alpha_start.sender == std::chrono::microseconds(4));
  CHECK(file.defaults.utilization == 0.8);
}
