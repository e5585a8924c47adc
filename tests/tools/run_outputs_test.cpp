#include <filesystem>
#include <map>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/csv_reader.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"
#include "tools/scenarios.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

/// A folder with a scenario, and runs of it.
class Bench {
 public:
  explicit Bench(const std::string& yaml = ring_yaml(4, "1 MB")) : scenario_(folder.write("s.yaml", yaml)) {}

  Outcome run(std::vector<std::string> options) const {
    options.insert(options.begin(), {"run", scenario_});
    return collsim(options);
  }
  /// The JSON result of a run that must succeed.
  json result(std::vector<std::string> options = {}) const {
    options.insert(options.end(), {"--json", "-"});
    const Outcome outcome = run(options);
    REQUIRE(outcome.status == 0);
    return json::parse(outcome.out);
  }
  std::string file(const std::string& name) const { return folder.file(name); }

  const ScratchFolder folder;

 private:
  std::string scenario_;
};

std::size_t table_rows(const std::string& text) {
  std::size_t rows = 0;
  bool at_start = true;
  for (const char c : text) {
    rows += at_start && c != '#' ? 1 : 0;
    at_start = c == '\n';
  }
  return rows;
}

}  // namespace

TEST_CASE("run: table, JSON, CSV and flow log agree on one run") {
  const Bench bench;
  const Outcome outcome =
      bench.run({"--json", bench.file("r.json"), "--csv", bench.file("r.csv"), "--flows", bench.file("f.csv")});
  REQUIRE(outcome.status == 0);
  CHECK(table_rows(outcome.out) == 1);
  const json result = json::parse(read_file(bench.file("r.json")));
  const json& c = result["collectives"][0];
  // 6 steps of 10 us + 250 kB / 25 GB/s.
  CHECK(c["time_us"] == 120);
  const auto record = read_csv(read_file(bench.file("r.csv"))).at(0);
  CHECK(std::stod(record.at("time_us")) == c["time_us"]);
  CHECK(std::stod(record.at("busbw_GBps")) == c["busbw_GBps"]);
  const auto flows = read_csv(read_file(bench.file("f.csv")));
  CHECK(flows.size() == c["flows"]);
  double last = 0, bytes = 0;
  for (const CsvRow& flow : flows) {
    last = std::max(last, std::stod(flow.at("delivered_us")));
    bytes += std::stod(flow.at("bytes"));
  }
  CHECK(last == c["end_us"]);
  // Every rank sends 2(N-1)/N of M.
  CHECK(bytes == 4 * 1.5 * 1e6);
}

TEST_CASE("run: the five parts of the ledger add up to the time") {
  const json c = Bench().result()["collectives"][0];
  double sum = 0;
  for (const json& part : c["ledger_us"]) sum += part.get<double>();
  CHECK(sum == Catch::Approx(c["time_us"].get<double>()).epsilon(1e-14));
}

TEST_CASE("run: no output overwrites the scenario or its topology, by whatever name") {
  const ScratchFolder folder;
  const std::string topology = "nodes: [{id: c0, kind: chip}]\n";
  const std::string yaml = "topology: t.yaml\ncollectives: [{op: all_reduce, size: 8}]\n";
  const std::string scenario = folder.write("s.yaml", yaml);
  folder.write("t.yaml", topology);
  std::filesystem::create_symlink(scenario, folder.file("link"));
  std::filesystem::create_hard_link(folder.file("t.yaml"), folder.file("hard"));
  for (const auto& [name, what] : {std::pair("s.yaml", "the scenario:"), std::pair("./s.yaml", "the scenario:"),
                                   std::pair("link", "the scenario:"), std::pair("t.yaml", "the topology of"),
                                   std::pair("hard", "the topology of")}) {
    for (const std::string option : {"--json", "--csv", "--flows"}) {
      const Outcome outcome = collsim({"run", scenario, option, folder.file(name)});
      CHECK(outcome.status == 2);
      CHECK_THAT(outcome.err, ContainsSubstring(option + ' ' + folder.file(name) + " would overwrite " + what));
    }
  }
  CHECK(read_file(scenario) == yaml);
  CHECK(read_file(folder.file("t.yaml")) == topology);
  CHECK(folder.count() == 4);
}

TEST_CASE("run: an output on standard output has it for itself") {
  const Bench bench;
  CHECK(read_csv(bench.run({"--csv", "-"}).out).size() == 1);
  // 6 steps of 4 flows.
  CHECK(read_csv(bench.run({"--flows", "-"}).out).size() == 24);
  CHECK(json::parse(bench.run({"--json", "-"}).out).contains("collectives"));
}

TEST_CASE("run: --set changes a key of the scenario, as often as it is given") {
  const json result = Bench().result({"--set", "collectives.0.size=2MB", "--set", "model.alpha_start=0 us"});
  // 6 steps of 500 kB / 25 GB/s.
  CHECK(result["collectives"][0]["time_us"] == 120);
  CHECK(result["collectives"][0]["size_bytes"] == 2'000'000);
}

TEST_CASE("run: --set with an unknown key is refused") {
  const Outcome outcome = Bench().run({"--set", "model.synk=dataflow"});
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, ContainsSubstring("sync"));
}

TEST_CASE("run: -b, -e and -f make the sizes of nccl-tests, in powers of 1024") {
  const Bench bench;
  const json result = bench.result({"-b", "1K", "-e", "1M", "-f", "4"});
  REQUIRE(result["collectives"].size() == 6);
  for (std::size_t i = 0; i < 6; ++i) CHECK(result["collectives"][i]["size_bytes"] == 1024 << (2 * i));
  CHECK(result["runs"].size() == 6);
  CHECK_FALSE(result.contains("makespan_us"));
  CHECK(table_rows(bench.run({"--minbytes=1K", "--maxbytes=1M", "--stepfactor=4"}).out) == 6);
  CHECK(bench.result({"-b", "4M"})["collectives"][0]["size_bytes"] == 4 << 20);
}

TEST_CASE("run: the same input gives the same bytes in every output") {
  const Bench bench;
  std::map<std::string, std::string> first;
  for (int repeat = 0; repeat < 3; ++repeat) {
    for (const std::string option : {"--json", "--csv", "--flows"}) {
      const std::string text = bench.run({option, "-"}).out;
      CHECK(first.emplace(option, text).first->second == text);
    }
    const std::string table = bench.run({}).out;
    CHECK(first.emplace("table", table).first->second == table);
  }
}

TEST_CASE("run: --check fills the #wrong column and changes no figure") {
  const Bench bench;
  CHECK(bench.result({"--check"}) == bench.result());
  CHECK_THAT(bench.run({"--check"}).out, ContainsSubstring("       0  ring"));
  CHECK_THAT(bench.run({}).out, ContainsSubstring("     N/A  ring"));
}

TEST_CASE("run: --verify-trace shows the start, every step and the end of each schedule") {
  const Outcome outcome = Bench().run({"--verify-trace"});
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("grad: all_reduce by ring, 4 ranks") && ContainsSubstring("* * * *"));
}

TEST_CASE("run: one rank moves nothing and says why its busbw is 0") {
  for (const std::string op : {"all_reduce", "all_gather", "reduce_scatter", "all_to_all"}) {
    for (const std::string size : {"0", "8", "1 GiB"}) {
      const Bench bench(
          "topology: {nodes: [{id: c0, kind: chip}], links: []}\nmodel: {alpha_start: 1 us}\n"
          "collectives: [{op: " +
          op + ", size: " + size + "}]\n");
      const Outcome outcome = bench.run({"--json", "-"});
      REQUIRE(outcome.status == 0);
      const json c = json::parse(outcome.out)["collectives"][0];
      CHECK(c["busbw_GBps"] == 0);
      CHECK(c["flows"] == 0);
      CHECK(c["algbw_GBps"].is_number());
      CHECK_THAT(outcome.err, ContainsSubstring(op + "0 has 1 rank: busbw is 0 by definition"));
      CHECK(bench.run({"--quiet"}).err.empty());
    }
  }
}

/// Four equal links between two switches.
std::string four_cables(const std::string& more) {
  return "topology:\n  nodes: [{id: \"c[0-1]\", kind: chip}, {id: l, kind: switch}, {id: r, kind: switch}]\n  links:\n"
         "    - {from: c0, to: l, bandwidth: 50 GB/s}\n    - {from: r, to: c1, bandwidth: 50 GB/s}\n"
         "    - {from: l, to: r, bandwidth: 50 GB/s}\n    - {from: l, to: r, bandwidth: 50 GB/s}\n" +
         more + "collectives: [{id: x, op: all_reduce, size: 1 MB}]\n";
}

TEST_CASE(
    "run: table and JSON say how messages were routed and how times spread over seeds, where that was asked for") {
  const Bench plain(four_cables(""));
  const json shortest = plain.result();
  CHECK(shortest.count("routing") == 0);
  CHECK(shortest.count("repeats") == 0);

  const Bench ecmp(four_cables("model: {routing: ecmp, hash: pair}\nseed: 5\nrepeats: 3\n"));
  const json result = ecmp.result();
  CHECK(result["routing"] == json{{"routing", "ecmp"}, {"hash", "pair"}});
  CHECK(result["repeats"]["count"] == 3);
  CHECK(result["repeats"]["seeds"] == json{5, 7});
  CHECK(result["repeats"]["collectives"].at(0)["p50_us"] == result["collectives"].at(0)["time_us"]);
  const Outcome table = ecmp.run({});
  CHECK_THAT(table.out, ContainsSubstring("# Routing: ecmp, hash by pair, seed 5"));
  CHECK_THAT(table.out, ContainsSubstring("# Times with seeds 5 to 7:"));

  const Bench spray(four_cables("model: {routing: spray}\n"));
  CHECK(spray.result()["routing"] == json{{"routing", "spray"}, {"striping", "proportional"}});
}

}  // namespace collsim::test
