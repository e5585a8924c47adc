#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "result/csv_writer.h"
#include "result/table_writer.h"
#include "study/measured_log.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

std::string log_path(const std::string& name) { return std::string(COLLSIM_SOURCE_DIR) + "/tests/study/logs/" + name; }

/// The times of all fixtures: 30 us, and 350 GB/s for 1.75 times the size.
double fixture_us(Bytes size) { return 30 + static_cast<double>(size) * 1.75 / 350e3; }

/// Every row holds the time it was written with, to the digits in print: a hundredth of 30 us and more.
void check_times(const MeasuredSeries& series, double factor = 1) {
  for (const Measurement& row : series.rows) {
    CAPTURE(row.line, row.size);
    CHECK(row.us == Approx(factor * fixture_us(row.size)).epsilon(2e-4));
  }
}

std::vector<int> lines(const std::vector<Remark>& remarks) {
  std::vector<int> found;
  for (const Remark& remark : remarks) found.push_back(remark.line);
  return found;
}

MeasuredLog fixture(const std::string& name, std::size_t good_rows) {
  const MeasuredLog log = read_log(log_path(name));
  CAPTURE(name);
  CHECK(log.rows() == good_rows);
  return log;
}

}  // namespace

TEST_CASE("log reader: debug lines inside the table are no rows") {
  const MeasuredLog log = fixture("debug_lines.txt", 10);
  REQUIRE(log.series.size() == 1);
  CHECK(log.series[0].op == Op::all_reduce);
  CHECK(log.series[0].ranks == 8);
  CHECK(log.series[0].nodes == 1);
  CHECK(log.skipped.empty());
  check_times(log.series[0]);
}

TEST_CASE("log reader: tags of launchers inside and between rows, a split row made whole, two that are lost") {
  const MeasuredLog log = fixture("rank_tags.txt", 8);
  REQUIRE(log.series.size() == 1);
  CHECK(log.series[0].ranks == 16);
  CHECK(log.series[0].nodes == 2);
  check_times(log.series[0]);
  // Of the table that begins in line 26: the fifth row has a tag inside a number, the seventh never gets its numbers;
  // the fourth takes two lines.
  CHECK(lines(log.skipped) == std::vector<int>{31, 33});
  CHECK(std::none_of(log.series[0].rows.begin(), log.series[0].rows.end(),
                     [](const Measurement& row) { return row.size == 64 << 20; }));
}

TEST_CASE("log reader: N/A instead of a count of errors") {
  const MeasuredLog log = fixture("not_available.txt", 10);
  CHECK(log.series[0].op == Op::all_to_all);
  CHECK(log.series[0].rows[0].in_place_us == Approx(1.01 * fixture_us(1 << 20)).epsilon(1e-3));
  check_times(log.series[0]);
}

TEST_CASE("log reader: tables from before 2020 have neither redop nor root, and the file's name tells the operation") {
  const MeasuredLog log = fixture("old_columns_all_gather.txt", 10);
  CHECK(log.series[0].op == Op::all_gather);
  CHECK(log.series[0].ranks == 4);
  check_times(log.series[0]);
  REQUIRE(!log.notes.empty());
  CHECK(log.notes[0].text == "operation taken from the file's name: all_gather");
}

TEST_CASE("log reader: rows of size 0 are left out, with their lines") {
  const MeasuredLog log = fixture("rows_of_size_0.txt", 10);
  CHECK(lines(log.skipped) == std::vector<int>{18, 19});
  check_times(log.series[0]);
}

TEST_CASE("log reader: a file that ends in the middle of a row keeps the rows before") {
  const MeasuredLog log = fixture("cut_off.txt", 8);
  CHECK(log.series[0].op == Op::reduce_scatter);
  CHECK(lines(log.skipped) == std::vector<int>{26, 27});
  check_times(log.series[0]);
}

TEST_CASE("log reader: several runs in one file stay apart, and shifted columns never become numbers") {
  const MeasuredLog log = fixture("several_runs_shifted.txt", 10);
  REQUIRE(log.series.size() == 2);
  CHECK(log.series[0].ranks == 2);
  CHECK(log.series[1].ranks == 4);
  CHECK(log.series[1].title == "=== all_reduce rep 2 ===");
  check_times(log.series[0]);
  check_times(log.series[1], 2);
  CHECK(log.series[1].rows.size() == 4);
  CHECK(log.skipped.size() == 2);
}

TEST_CASE("log reader: JSON objects that are no list") {
  const MeasuredLog log = fixture("json_fragments.txt", 9);
  CHECK(log.series[0].op == Op::all_reduce);
  CHECK(log.series[0].ranks == 8);
  CHECK(lines(log.skipped) == std::vector<int>{6});
  check_times(log.series[0]);
}

TEST_CASE("log reader: the JSON document of nccl-tests") {
  const MeasuredLog log = parse_log(R"({"version": 1, "cmd": "./build/alltoall_perf -b 8 -e 1G",
    "config": {"ngpus": 1, "devices": [{"rank": 0}, {"rank": 1}, {"rank": 2}, {"rank": 3}]},
    "results": [
      {"size": 1048576, "count": 65536, "type": "float", "redop": "none", "root": "-1",
       "out_of_place": {"time": 20.97152, "alg_bw": 50.0, "bus_bw": 37.5, "nwrong": "0"},
       "in_place": {"time": 21, "alg_bw": 49.9, "bus_bw": 37.4, "nwrong": "N/A"}},
      {"size": 2097152, "count": 131072, "type": "float", "redop": "none",
       "out_of_place": {"time": 41.94304, "alg_bw": 5.0, "bus_bw": 37.5}}]})",
                                    "x.json");
  REQUIRE(log.rows() == 1);
  CHECK(log.series[0].op == Op::all_to_all);
  CHECK(log.series[0].ranks == 4);
  CHECK(log.series[0].rows[0].us == 20.97152);
  CHECK(log.skipped.size() == 1);
}

TEST_CASE("log reader: times in milliseconds are converted where the table says so or its bandwidth proves it") {
  const std::string row = "  1048576  262144  float  sum  0.0524288  20.00  30.00  0\n";
  const MeasuredLog stated =
      parse_log("# size count type redop time algbw busbw error\n# (B) (ms) (GB/s)\n" + row, "x");
  REQUIRE(stated.rows() == 1);
  CHECK(stated.series[0].rows[0].us == Approx(52.4288));
  REQUIRE(!stated.notes.empty());
  CHECK(parse_log(row, "x").series.at(0).rows.at(0).us == Approx(52.4288));
  // A table that states microseconds is not believed then.
  CHECK(parse_log("# (B) (us) (GB/s)\n" + row, "x").rows() == 0);
}

TEST_CASE("log reader: a size that is no multiple of its elements is a shifted column") {
  const MeasuredLog log = parse_log("  1048577  262144  float  sum  -1  52.43  20.00  30.00  0\n", "x");
  CHECK(log.rows() == 0);
  REQUIRE(log.skipped.size() == 1);
  CHECK(log.skipped[0].text == "size 1048577 is no multiple of 262144 elements of float");
}

TEST_CASE("log reader: two runs mixed in one file give each size once, by its median") {
  std::string text;
  for (const char* us : {"52.43  20.00  30.00", "26.21  40.01  60.01", "104.86  10.00  15.00"})
    text += std::string("  1048576  262144  float  sum  -1  ") + us + "  0\n";
  const MeasuredLog log = parse_log(text, "x");
  REQUIRE(log.rows() == 3);
  CHECK(distinct_sizes(log.series[0]) == 1);
  REQUIRE(one_a_size(log.series[0]).size() == 1);
  CHECK(one_a_size(log.series[0])[0].us == 52.43);
}

TEST_CASE("log reader: processes that ran alone are recognised by a busbw of 0") {
  const MeasuredLog log =
      parse_log("   134217728      33554432     float     sum      -1    631.9  212.41    0.00      0\n", "x");
  REQUIRE(log.rows() == 1);
  CHECK(log.series[0].ranks == 1);
}

TEST_CASE("log reader: tables and CSV files of the simulator come back as they went out") {
  const std::string network = star(4, "25 GB/s", "5 us");
  const Result swept = simulate(network +
                                "collectives: [{op: all_gather, algorithm: ring, sizes: {from: 4 KiB, to: 64 MiB, "
                                "factor: 4}}]\n");
  const Result two =
      simulate(network + collectives({"{id: a, op: all_reduce, algorithm: ring, size: 1 MiB}",
                                      "{id: b, op: all_to_all, algorithm: direct, size: 2 MiB, after: [a]}"}));
  for (const Result& result : {swept, two}) {
    std::ostringstream table, csv;
    write_table(result, {"1", "s.yaml", "star"}, table);
    write_csv(result, csv);
    for (const std::string& text : {table.str(), csv.str()}) {
      const MeasuredLog log = parse_log(text, "x");
      CHECK(log.skipped.empty());
      std::size_t rows = 0;
      for (const RunResult& run : result.runs)
        for (const CollectiveResult& c : run.collectives) {
          ++rows;
          CAPTURE(text, c.id, c.size);
          const auto same = [&](const MeasuredSeries& s) {
            return s.op == c.op && std::any_of(s.rows.begin(), s.rows.end(), [&](const Measurement& row) {
                     return row.size == c.size && row.us == Approx(time_us(c)).epsilon(1e-3);
                   });
          };
          CHECK(std::any_of(log.series.begin(), log.series.end(), same));
        }
      CHECK(log.rows() == rows);
    }
  }
  std::ostringstream table;
  write_table(swept, {"1", "s.yaml", "star"}, table);
  const MeasuredLog log = parse_log(table.str(), "x");
  CHECK(log.series.at(0).ranks == 4);
  CHECK(log.series.at(0).algorithm == "ring");
}

TEST_CASE("log reader: nothing in it is no error but no rows") {
  for (const char* text : {"", "\n\n", "# nThread 1\n", "Segmentation fault\n", "{", "[[", "size_bytes,time_us\n"})
    CHECK(parse_log(text, "x").rows() == 0);
}

TEST_CASE("log reader: every measured table at hand is read, and its log says the same as its CSV file") {
  const std::filesystem::path folder = std::filesystem::path(COLLSIM_SOURCE_DIR) / "../shared/measured";
  if (!std::filesystem::exists(folder)) {
    WARN("no folder of measured tables beside the checkout: nothing compared");
    return;
  }
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".csv") continue;
    const std::string name = entry.path().filename().string();
    if (name.starts_with("pairwise") || name == "points.csv") continue;
    CAPTURE(name);
    const MeasuredLog csv = read_log(entry.path().string());
    CHECK(csv.skipped.empty());
    REQUIRE(csv.series.size() == 1);
    std::filesystem::path text = entry.path();
    text.replace_extension(".txt");
    if (!std::filesystem::exists(text)) continue;
    const MeasuredLog log = read_log(text.string());
    ++compared;
    if (log.rows() == 0) {
      // Logs whose rows have lost their sizes: told so, line by line.
      CHECK(log.skipped.size() >= csv.series[0].rows.size());
      continue;
    }
    for (const Measurement& expected : csv.series[0].rows) {
      CAPTURE(expected.size);
      const bool found = std::any_of(log.series.begin(), log.series.end(), [&](const MeasuredSeries& s) {
        return std::any_of(s.rows.begin(), s.rows.end(), [&](const Measurement& row) {
          return row.size == expected.size && std::abs(row.us - expected.us) <= 1e-9 * expected.us;
        });
      });
      CHECK(found);
    }
    if (log.series.size() == 1) CHECK(log.rows() == csv.series[0].rows.size());
    if (log.series[0].op) CHECK(log.series[0].op == csv.series[0].op);
    if (log.series[0].ranks) CHECK(log.series[0].ranks == csv.series[0].ranks);
  }
  CHECK(compared > 0);
}
