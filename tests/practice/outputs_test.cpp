// What came out of one run used to disagree: the table, the log of flows and the timeline of the same collective.

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/csv_reader.h"
#include "support/scratch_folder.h"
#include "support/trace_checker.h"
#include "tools/run_collsim.h"

namespace collsim::test {
namespace {

using nlohmann::json;

constexpr const char* boards_of_eight = R"(
topology:
  generate:
    kind: hierarchy
    tiers:
    - {fan_out: 8, link: {bandwidth: 450 GB/s, latency: 100 ns}, nics: {pcie: {bandwidth: 64 GB/s}}}
    - {fan_out: 32, rails: true, link: {bandwidth: 50 GB/s, latency: 1 us}}
model: {alpha_start: 300 ns}
collectives: [{id: grad, op: all_reduce, algorithm: hierarchical, groups: [8, 32], size: 64 MiB}]
)";

struct Outputs {
  json result, trace;
  std::vector<CsvRow> rows, flows;
};

Outputs outputs_of(const std::string& yaml) {
  const ScratchFolder folder;
  const auto file = [&](const char* name) { return folder.file(name); };
  const Outcome outcome =
      collsim({"run", folder.write("s.yaml", yaml), "--json", file("r.json"), "--csv", file("r.csv"), "--flows",
               file("f.csv"), "--trace", file("t.json"), "--trace-limit", "1000000"});
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  const std::string trace = read_file(file("t.json"));
  CHECK(trace_violations(trace).empty());
  return {json::parse(read_file(file("r.json"))), json::parse(trace), read_csv(read_file(file("r.csv"))),
          read_csv(read_file(file("f.csv")))};
}

double sum_of(const std::vector<CsvRow>& rows, const std::string& column) {
  double sum = 0;
  for (const CsvRow& row : rows) sum += std::stod(row.at(column));
  return sum;
}

double last_of(const std::vector<CsvRow>& rows, const std::string& column) {
  double last = 0;
  for (const CsvRow& row : rows) last = std::max(last, std::stod(row.at(column)));
  return last;
}

}  // namespace

TEST_CASE(
    "practice A13: table, flows and timeline of a hierarchical all_reduce tell one time and one number of bytes") {
  const Outputs out = outputs_of(boards_of_eight);
  const json& c = out.result["collectives"][0];
  REQUIRE(c["ranks"] == 256);
  // Every rank sends 2 (g-1)/g M inside its board and 2 (k-1)/k of the M/g it owns between them.
  const double size = 64 * 1024 * 1024;
  const double sent = 256 * (2 * size * 7 / 8 + 2 * size / 8 * 31 / 32);
  CHECK(sum_of(out.flows, "bytes") == sent);

  const double end = last_of(out.flows, "delivered_us");
  CHECK(c["end_us"] == end);
  double enter = 1e300;
  for (const json& rank : c["per_rank"]) enter = std::min(enter, rank["enter_us"].get<double>());
  CHECK(c["start_us"] == enter);
  CHECK(std::stod(out.rows.at(0).at("time_us")) == c["time_us"]);

  // The operation's own slice, and the last of all others.
  double traced = 0, last = 0;
  std::size_t messages = 0;
  for (const json& event : out.trace["traceEvents"]) {
    if (event["ph"] != "X") continue;
    const double over = event["ts"].get<double>() + event["dur"].get<double>();
    (event["args"].empty() ? traced : last) = std::max(event["args"].empty() ? traced : last, over);
    messages += event["args"].contains("channel") ? 1 : 0;
  }
  CHECK(messages == out.flows.size());
  // Of decimals with six places, of which a double keeps more than that.
  CHECK(traced == Catch::Approx(end).epsilon(1e-12));
  CHECK(last == Catch::Approx(end).epsilon(1e-12));

  const double busbw = 2.0 * 255 / 256 * size / (end - enter) / 1e3;
  CHECK(c["busbw_GBps"].get<double>() == Catch::Approx(busbw).epsilon(1e-9));
  CHECK(std::stod(out.rows.at(0).at("busbw_GBps")) == c["busbw_GBps"]);
}

}  // namespace collsim::test
