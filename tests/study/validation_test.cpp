#include "study/validation.h"

#include <cmath>
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "study/validation_report.h"
#include "support/catch.h"
#include "support/csv_reader.h"
#include "support/scratch_folder.h"

using namespace collsim;
using namespace collsim::test;

namespace {

const ValidationProgress quiet = [](const std::string&, int, int) {};

constexpr const char* scenario_text = R"(
topology:
  nodes: [{id: "c[0-3]", kind: chip}, {id: sw, kind: switch}]
  links: [{from: "c[0-3]", to: sw, bandwidth: 10 GB/s, latency: 1 us}]
collectives: [{op: all_gather, algorithm: ring, size: 1 MiB}]
)";

/// What that scenario takes, `factor` times: 3 steps of 2 us and a quarter of the size.
std::string log_text(double factor) {
  std::string text = "# collective: all_gather\n# ranks: 4\nsize_bytes,time_us\n";
  for (Bytes size = 4096; size <= 1 << 28; size *= 8)
    text += std::to_string(size) + "," + std::to_string(factor * (6 + 0.75 * static_cast<double>(size) / 10e3)) + "\n";
  return text;
}

ValidationPlan plan_in(const ScratchFolder& folder, const std::string& text) {
  folder.write("s.yaml", scenario_text);
  folder.write("same.csv", log_text(1));
  folder.write("slow.csv", log_text(1.25));
  return read_validation_plan(folder.write("plan.yaml", text));
}

}  // namespace

TEST_CASE(
    "validation: on a crossbar every form that is no limit agrees, and a shared port breaks those that cross it") {
  FormsGrid grid = default_forms_grid();
  grid.ranks = {8};
  grid.sizes = {1 << 20};
  const std::vector<FormsCell> cells = compare_forms(grid, {});
  bool contended = false;
  for (const FormsCell& cell : cells) {
    CAPTURE(cell.topology, cell.op, cell.algorithm);
    if (cell.topology == "crossbar" && !cell.limit) CHECK(cell.to_the_tick);
    if (cell.topology == "boards-one-port" && cell.algorithm == "pairwise") {
      // Two boards of four: in the steps of distance 1 to 7 there are 1, 2, 3, 4, 3, 2, 1 flows on a board's port,
      // where the form counts one in each; latencies only dilute that.
      contended = true;
      CHECK(cell.contention > 0);
      CHECK(cell.sizes.at(0).expected_us > 1.5 * cell.sizes.at(0).predicted_us);
      CHECK(cell.sizes.at(0).expected_us < 16.0 / 7 * cell.sizes.at(0).predicted_us);
    }
  }
  CHECK(contended);
}

TEST_CASE("validation: errors of a table are those it was made with, and only tests count for a target") {
  const ScratchFolder folder;
  const ValidationPlan plan = plan_in(folder, R"(
measured:
  - {log: same.csv, scenario: s.yaml, row: node, use: fit}
  - {log: slow.csv, scenario: s.yaml, row: node}
targets:
  - {row: node, band: large, rmspe: 0.21}
  - {row: node, band: small, median: 0.1}
)");
  const Validation v = validate(plan, quiet);
  REQUIRE(v.measured.size() == 2);
  CHECK(rmspe(v.measured[0].comparison.simulated) < 1e-6);
  // 1 / 1.25 - 1
  CHECK(rmspe(v.measured[1].comparison.simulated) == Approx(0.2).epsilon(1e-5));
  REQUIRE(v.targets.size() == 2);
  CHECK(v.targets[0].met());
  CHECK(v.targets[0].tables == 1);
  CHECK(!v.targets[1].met());
  CHECK(!v.all_met());
}

TEST_CASE("validation: a target without a row judges the tests of all rows together") {
  const ScratchFolder folder;
  folder.write("s.yaml", scenario_text);
  folder.write("a.csv", log_text(1.1));
  folder.write("b.csv", log_text(1.2));
  folder.write("c.csv", log_text(2));
  const ValidationPlan plan = plan_in(folder, R"(
measured:
  - {log: a.csv, scenario: s.yaml, row: one}
  - {log: b.csv, scenario: s.yaml, row: other}
  - {log: c.csv, scenario: s.yaml, row: other, use: fit}
targets: [{band: large, rmspe: 0.5}]
)");
  const Validation validation = validate(plan, quiet);
  REQUIRE(validation.targets.size() == 1);
  CHECK(validation.targets[0].tables == 2);
  // Both are too short: by 1 - 1/1.1 and by 1 - 1/1.2.
  const double one = 1 - 1 / 1.1, other = 1 - 1 / 1.2;
  CHECK(validation.targets[0].reached == Approx(std::sqrt((one * one + other * other) / 2)).epsilon(1e-6));
}

TEST_CASE("validation: what it writes is strict JSON and CSV with the same errors") {
  const ScratchFolder folder;
  const Validation v = validate(plan_in(folder, "measured: [{log: slow.csv, scenario: s.yaml, row: node}]\n"), quiet);
  std::ostringstream json, csv, markdown;
  write_validation_json(v, json);
  write_validation_csv(v, csv);
  write_validation_markdown(v, markdown);
  const auto document = nlohmann::json::parse(json.str());
  CHECK(document["measured"][0]["rmspe"].get<double>() == Approx(0.2).epsilon(1e-5));
  std::size_t tested = 0;
  for (const CsvRow& row : read_csv(csv.str())) {
    if (row.at("kind") != "test") continue;
    ++tested;
    CHECK(std::stod(row.at("relative_error")) == Approx(-0.2).epsilon(1e-5));
  }
  CHECK(tested == v.measured[0].comparison.simulated.size());
  CHECK_THAT(markdown.str(), Catch::Matchers::ContainsSubstring("20.0 %"));
}

TEST_CASE("validation: a log that does not fit its scenario is refused, with the log's name") {
  const ScratchFolder folder;
  folder.write("other.csv", "# collective: all_reduce\n# ranks: 4\nsize_bytes,time_us\n1024,5\n");
  folder.write("more.csv", "# collective: all_gather\n# ranks: 8\nsize_bytes,time_us\n1024,5\n");
  folder.write("empty.csv", "size_bytes,time_us\n");
  for (const char* log : {"other.csv", "more.csv", "empty.csv"}) {
    CAPTURE(log);
    const ValidationPlan plan =
        plan_in(folder, "measured: [{log: " + std::string(log) + ", scenario: s.yaml, row: node}]\n");
    CHECK_THROWS_WITH(validate(plan, quiet), Catch::Matchers::ContainsSubstring(log));
  }
}

TEST_CASE("validation: mistakes of a plan are told all at once") {
  const ScratchFolder folder;
  try {
    plan_in(folder, R"(
measured:
  - {log: a.csv, row: node}
  - {log: a.csv, scenario: s.yaml, use: both}
targets:
  - {row: elsewhere, band: large, rmspe: 0.1}
  - {row: node, band: enormous, rmspe: 0.1, median: 0.1}
)");
    FAIL("taken");
  } catch (const InputError& error) {
    CHECK(error.diagnostics().size() >= 5);
  }
}
