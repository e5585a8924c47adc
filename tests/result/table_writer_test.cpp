#include "result/table_writer.h"

#include <iterator>
#include <sstream>

#include "result/sample.h"
#include "support/catch.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

std::vector<std::string> lines_of(const Result& result) {
  std::ostringstream out;
  write_table(result, {"0.1.0", "two.yaml", "boards"}, out);
  std::istringstream in(out.str());
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The words of every line that is no comment.
std::vector<std::vector<std::string>> rows_of(const Result& result) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines_of(result)) {
    if (line.rfind('#', 0) == 0) continue;
    std::istringstream words(line);
    rows.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
  }
  return rows;
}

std::string line_with(const Result& result, const std::string& words) {
  for (const std::string& line : lines_of(result))
    if (line.find(words) != std::string::npos) return line;
  return "no line with " + words;
}

Result two_collectives() {
  Result result = sample_result();
  CollectiveResult second = sample_collective();
  second.id = "exchange";
  second.op = Op::all_to_all;
  result.runs[0].collectives.push_back(second);
  return result;
}

}  // namespace

TEST_CASE("table: the heads stand where those of nccl-tests 2.13 and later stand") {
  // As that program prints them, for one of its two groups.
  CHECK_THAT(line_with(sample_result(), "redop"),
             Catch::Matchers::StartsWith(
                 "#       size         count      type   redop    root     time   algbw   busbw  #wrong"));
  CHECK_THAT(
      line_with(sample_result(), "(elements)"),
      Catch::Matchers::StartsWith("#        (B)    (elements)                               (us)  (GB/s)  (GB/s)"));
}

TEST_CASE("table: one row a size, with the columns of nccl-tests first") {
  const auto rows = rows_of(sample_sweep());
  REQUIRE(rows.size() == 2);
  // 4000 bytes of 4-byte elements in 8 us are 0.5 GB/s; the factor for two ranks is 1.
  CHECK(rows[0] == std::vector<std::string>{"4000", "1000", "float", "sum", "-1", "8.00", "0.50", "0.50", "N/A", "ring",
                                            "c0->c1"});
  CHECK(rows[1][0] == "8000");
}

TEST_CASE(
    "table: the count is one rank's part where the operation deals out parts, the root is told where there is one") {
  Result result = sample_result();
  CollectiveResult& c = result.runs[0].collectives[0];
  c.root = 1;
  c.op = Op::all_gather;
  CHECK(rows_of(result)[0][1] == "500");
  CHECK(rows_of(result)[0][3] == "none");
  CHECK(rows_of(result)[0][4] == "-1");
  c.op = Op::broadcast;
  CHECK(rows_of(result)[0][1] == "1000");
  CHECK(rows_of(result)[0][4] == "1");
}

TEST_CASE("table: #wrong is 0 only where everything was checked") {
  Result result = sample_result();
  result.checked = true;
  CHECK(rows_of(result)[0][8] == "0");
  CHECK(line_with(result, "Out of bounds") == "# Out of bounds values : 0 OK");
  CHECK_THAT(line_with(result, "Proved"), ContainsSubstring("every allocation") && ContainsSubstring("every schedule"));
  CHECK(line_with(sample_result(), "Proved") == "no line with Proved");
}

TEST_CASE("table: where nothing moved the bottleneck is a dash, so that no column is missing") {
  Result result = sample_result();
  result.runs[0].collectives[0].bottleneck_link.clear();
  CHECK(rows_of(result)[0].back() == "-");
}

TEST_CASE("table: several collectives tell their operation and id") {
  const auto rows = rows_of(two_collectives());
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].back() == "grad");
  CHECK(rows[1].back() == "exchange");
  CHECK(rows[1][rows[1].size() - 2] == "all_to_all");
}

TEST_CASE("table: several collectives end with the makespan, unless they were interrupted") {
  CHECK(lines_of(two_collectives()).back() == "# All done at 9.00 us (makespan)");
  Result interrupted = two_collectives();
  interrupted.interrupted = true;
  CHECK(line_with(interrupted, "makespan)") == "no line with makespan)");
  CHECK(line_with(sample_result(), "makespan)") == "no line with makespan)");
}

TEST_CASE("table: says that a later size failed") {
  Result result = sample_sweep();
  result.failure = "at size 16000 B: blocked";
  CHECK(rows_of(result).size() == 2);
  CHECK(line_with(result, "# failed") == "# failed: only the sizes that had ended before are here");
}

TEST_CASE("table: the average is that of the busbw of all rows") {
  // 4000 and 8000 bytes in 8 us by two ranks: 0.5 and 1 GB/s.
  CHECK(line_with(sample_sweep(), "Avg") == "# Avg bus bandwidth    : 0.75");
}

TEST_CASE("table: a single run tells where its time went, in parts that add up") {
  const Result result = sample_result();
  CHECK_THAT(line_with(result, "critical path"), ContainsSubstring("8.00 us of grad") && ContainsSubstring("knee"));
  CHECK_THAT(line_with(result, "start-up"), ContainsSubstring("2.00 us") && ContainsSubstring("25.0 %"));
  CHECK_THAT(line_with(result, "path  "), ContainsSubstring("1.00 us") && ContainsSubstring("12.5 %"));
  CHECK_THAT(line_with(result, "transfer"), ContainsSubstring("4.00 us") && ContainsSubstring("50.0 %"));
  CHECK_THAT(line_with(result, "contention"), ContainsSubstring("0.50 us") && ContainsSubstring("6.2 %"));
  CHECK_THAT(line_with(result, "waiting"), ContainsSubstring("0.50 us"));
}

TEST_CASE("table: names the last arriver if one was late, and the busiest link") {
  Result result = sample_result();
  CHECK_THAT(line_with(result, "Last to enter"), ContainsSubstring("rank 1 (c1), 0.50 us after its start"));
  CHECK_THAT(line_with(result, "Busiest"),
             ContainsSubstring("c0->c1 (b2b, 1 GB/s), 62.5 % used") && ContainsSubstring("at most 2 flows"));
  result.runs[0].collectives[0].per_rank[1].enter = result.runs[0].collectives[0].start;
  CHECK(line_with(result, "Last to enter") == "no line with Last to enter");
}

TEST_CASE("table: a sweep keeps to its rows") {
  CHECK(line_with(sample_sweep(), "critical path") == "no line with critical path");
}

TEST_CASE("table: the head names the file, the topology and the unit of bandwidth") {
  CHECK_THAT(lines_of(sample_result())[0], ContainsSubstring("two.yaml") && ContainsSubstring("topology boards"));
  CHECK_THAT(lines_of(sample_result())[1], ContainsSubstring("all_reduce by ring on 2 ranks"));
  CHECK_THAT(lines_of(sample_result())[2], ContainsSubstring("GB/s = 10^9 bytes/s"));
}

}  // namespace collsim::test
