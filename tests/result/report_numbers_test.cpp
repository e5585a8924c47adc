#include "result/report_numbers.h"

#include <sstream>

#include <nlohmann/json.hpp>

#include "result/json_writer.h"
#include "result/sample.h"
#include "support/catch.h"

namespace collsim::test {
namespace {

using nlohmann::json;

json json_of(const Result& result) {
  std::ostringstream out;
  write_json(result, out);
  return json::parse(out.str());
}

double number(const ReportValue& value) { return std::get<double>(value); }

std::size_t column(const ReportTable& table, const std::string& title) {
  std::size_t i = 0;
  while (table.columns.at(i).title != title) ++i;
  return i;
}

/// A sweep over these sizes, in times of `alpha_us` + size / `GBps`.
Result straight_line(const std::vector<Bytes>& sizes, std::int64_t alpha_us, std::int64_t GBps) {
  Result result = sample_sweep();
  const RunResult one = result.runs.front();
  result.runs.clear();
  for (const Bytes size : sizes) {
    RunResult& run = result.runs.emplace_back(one);
    CollectiveResult& c = run.collectives.front();
    run.size = c.size = size;
    c.start = {};
    c.end = std::chrono::microseconds(alpha_us) + Duration(1000 * size / GBps);
  }
  return result;
}

}  // namespace

TEST_CASE("report: its table has the numbers of the JSON") {
  const Result result = sample_sweep();
  const ReportTable table = collectives_table(result);
  const json collectives = json_of(result)["collectives"];
  REQUIRE(table.rows.size() == collectives.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    CHECK(number(table.rows[i][column(table, "time")]) == collectives[i]["time_us"]);
    CHECK(number(table.rows[i][column(table, "algbw")]) == collectives[i]["algbw_GBps"]);
    CHECK(number(table.rows[i][column(table, "busbw")]) == collectives[i]["busbw_GBps"]);
    CHECK(std::get<std::int64_t>(table.rows[i][column(table, "size")]) == collectives[i]["size_bytes"]);
    CHECK(std::get<std::string>(table.rows[i][column(table, "regime")]) == collectives[i]["regime"]);
  }
}

TEST_CASE("report: its table says what it leaves out") {
  const ReportTable table = collectives_table(sample_sweep(), 1);
  CHECK(table.rows.size() == 1);
  CHECK(table.note == "The first 1 of 2 collectives and sizes.");
}

TEST_CASE("report: the parts of each bar of the ledger are the JSON's and add up to its time") {
  const Result result = sample_sweep();
  const ReportStack stack = ledger_stack(result);
  const json collectives = json_of(result)["collectives"];
  REQUIRE(stack.bars.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const json& ledger = collectives[i]["ledger_us"];
    CHECK(stack.bars[i].parts == std::vector<double>{ledger["startup"], ledger["path"], ledger["transfer"],
                                                     ledger["contention"], ledger["waiting"]});
    double sum = 0;
    for (const double part : stack.bars[i].parts) sum += part;
    CHECK(sum == collectives[i]["time_us"]);
  }
}

TEST_CASE("report: curves over sizes go through the JSON's points") {
  const Result result = straight_line({1'000'000, 10'000'000, 1'000'000'000}, 10, 50);
  const std::vector<ReportCurves> curves = size_curves(result);
  REQUIRE(curves.size() == 3);
  const json collectives = json_of(result)["collectives"];
  const char* keys[] = {"time_us", "algbw_GBps", "busbw_GBps"};
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(curves[k].series.at(0).points.at(i).first == collectives[i]["size_bytes"]);
      CHECK(curves[k].series.at(0).points.at(i).second == collectives[i][keys[k]]);
    }
}

TEST_CASE("report: where time is a straight line the knee is where half of the largest bandwidth is") {
  // t = a + S/B; the largest bandwidth A is that of the last size L. Half of it: S/(a + S/B) = A/2, so
  // S = (A/2) a / (1 - A/(2B)).
  const double a = 10, B = 50e3, L = 4e8;  // us, bytes per us, bytes
  const double A = L / (a + L / B);
  const double knee = A / 2 * a / (1 - A / (2 * B));
  const std::vector<std::pair<double, double>> times{{1e3, a + 1e3 / B}, {1e7, a + 1e7 / B}, {L, a + L / B}};
  // Some dozen operations with a rounding of 2^-53 each.
  CHECK(half_way_size(times) == Catch::Approx(knee).epsilon(1e-13));
}

TEST_CASE("report: a curve that still rises at its end has no plateau and no knee") {
  // α·B is 500 kB: at 1 MB to 2 MB the bandwidth goes from 2/3 to 4/5 of B.
  const auto rising = size_curves(straight_line({1'000'000, 2'000'000}, 10, 50));
  CHECK(rising.at(2).x_marks.empty());
  CHECK(rising.at(2).y_marks.empty());
  CHECK(!rising.at(2).note.empty());
  // At 100 to 200 MB it is flat to half a per cent.
  const auto flat = size_curves(straight_line({10'000, 100'000'000, 200'000'000}, 10, 50));
  CHECK(flat.at(2).x_marks.size() == 1);
  CHECK(flat.at(2).y_marks.size() == 1);
}

TEST_CASE("report: one size makes no curves") { CHECK(size_curves(sample_result()).empty()); }

TEST_CASE("report: the busiest links come first, with the JSON's numbers") {
  Result result = sample_result();
  RunResult& run = result.runs.front();
  run.links.push_back({"c1->c0", Tier::b2b, 1e9, 8000, 8000, 0.9, 1});
  run.links.push_back({"idle", Tier::b2b, 1e9, 0, 0, 0, 0});
  const ReportTable table = links_table(run);
  REQUIRE(table.rows.size() == 2);
  CHECK(std::get<std::string>(table.rows[0][0]) == "c1->c0");
  const json link = json_of(result)["links"][0];
  CHECK(number(table.rows[1][column(table, "utilization")]) == link["utilization"]);
  CHECK(std::get<std::int64_t>(table.rows[1][column(table, "bytes")]) == link["bytes"]);
  CHECK(table.note.find("2 of 3 links") == 0);
}

}  // namespace collsim::test
