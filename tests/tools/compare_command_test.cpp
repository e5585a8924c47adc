#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"
#include "tools/scenarios.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

/// Results of a ring all_reduce of 1 MB on 4 chips, changed in various ways.
class CompareBench {
 public:
  CompareBench() : scenario_(folder.write("s.yaml", ring_yaml(4, "1 MB"))) {}

  /// The file of a result, by the name it is to have.
  std::string result(const std::string& name, std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"run", scenario_, "--json", folder.file(name)});
    REQUIRE(collsim(options).status == 0);
    return folder.file(name);
  }
  json compare(const std::string& before, const std::string& after) const {
    const Outcome outcome = collsim({"compare", before, after, "--json", "-"});
    REQUIRE(outcome.status == 0);
    return json::parse(outcome.out);
  }

  const ScratchFolder folder;

 private:
  std::string scenario_;
};

/// All reasons in one text.
std::string told(const json& comparison) {
  std::string text;
  for (const json& reason : comparison["collectives"].at(0)["reasons"]) text += reason.get<std::string>() + '\n';
  return text;
}

}  // namespace

TEST_CASE("compare: a result and itself differ in nothing") {
  const CompareBench bench;
  const json same = bench.compare(bench.result("a.json"), bench.result("b.json"));
  CHECK(same["collectives"].at(0)["difference_us"] == 0);
  CHECK(same["collectives"].at(0)["reasons"].empty());
  CHECK(same["links"].empty());
  CHECK_THAT(collsim({"compare", bench.folder.file("a.json"), bench.folder.file("b.json")}).out,
             ContainsSubstring("grad (1 MB): 120.00 us before, 120.00 us after, the same time"));
}

TEST_CASE("compare: the part of the ledger that grew is named, with all of the difference") {
  const CompareBench bench;
  const json slower =
      bench.compare(bench.result("a.json"), bench.result("b.json", {"--set", "model.alpha_start=20 us"}));
  // 6 steps of 10 us more.
  CHECK(slower["collectives"].at(0)["difference_us"] == 60);
  CHECK_THAT(told(slower), ContainsSubstring("start-up changed most: +60.00 us of +60.00 us"));
  const auto& change = slower["collectives"].at(0);
  double sum = 0;
  for (const char* part : {"startup", "path", "transfer", "contention", "waiting"})
    sum += change["after"]["ledger_us"][part].get<double>() - change["before"]["ledger_us"][part].get<double>();
  CHECK(sum == Catch::Approx(60).epsilon(1e-12));
}

TEST_CASE("compare: another algorithm and another size are told") {
  const CompareBench bench;
  const std::string before = bench.result("a.json");
  CHECK_THAT(told(bench.compare(before, bench.result("b.json", {"--set", "collectives.0.algorithm=naive"}))),
             ContainsSubstring("algorithm: naive instead of ring") && ContainsSubstring("steps: 2 instead of 6"));
  CHECK_THAT(told(bench.compare(before, bench.result("c.json", {"--set", "collectives.0.size=2 MB"}))),
             ContainsSubstring("size: 2 MB instead of 1 MB") && ContainsSubstring("3000000 bytes instead of 1500000"));
}

TEST_CASE("compare: a bottleneck that moved is named on both sides, and so is the link's use") {
  const CompareBench bench;
  // Of two equal senders the second is slowed down to a tenth: it takes most of the time of its link.
  const std::string slow = bench.result("b.json", {"--set", "events=[{at: 0 us, link: c1->sw, bandwidth: 2.5 GB/s}]"});
  const json moved = bench.compare(bench.result("a.json"), slow);
  CHECK(moved["collectives"].at(0)["difference_us"] == 6 * 90);
  // 375 us of transfer at 2.5 GB/s were 60 at 25.
  CHECK_THAT(told(moved), ContainsSubstring("regime: bandwidth instead of knee"));
  REQUIRE_FALSE(moved["links"].empty());
  // All links carried 1.5 MB in 120 us of 25 GB/s: half; now in 660 us.
  CHECK(moved["links"].at(0)["before"]["utilization"] == Catch::Approx(0.5).epsilon(1e-12));
  CHECK(moved["links"].at(0)["after"]["utilization"] == Catch::Approx(60.0 / 660).epsilon(1e-12));
}

TEST_CASE("compare: collectives are paired by id and size, and what is in one result only is told") {
  const CompareBench bench;
  const std::string a = bench.result("a.json", {"-b", "1M", "-e", "4M"}),
                    b = bench.result("b.json", {"-b", "2M", "-e", "8M"});
  const json sizes = bench.compare(a, b);
  REQUIRE(sizes["collectives"].size() == 3);
  for (std::size_t i = 0; i < 2; ++i) CHECK(sizes["collectives"][i]["difference_us"] == 0);
  // Those that are left over on either side stand against each other.
  CHECK(sizes["collectives"][2]["before"]["size_bytes"] == 1 << 20);
  CHECK(sizes["collectives"][2]["after"]["size_bytes"] == 8 << 20);
  const json lone = bench.compare(a, bench.result("c.json", {"-b", "2M"}));
  CHECK(lone["collectives"].size() == 1);
  CHECK(lone["only_before"].size() == 2);
}

TEST_CASE("compare: what is no result, or one of another schema, is refused by name") {
  const CompareBench bench;
  const std::string good = bench.result("a.json");
  const auto refused = [&](const std::string& text, const std::string& message) {
    const std::string file = bench.folder.write("bad.json", text);
    for (const auto& files : {std::pair(good, file), std::pair(file, good)}) {
      const Outcome outcome = collsim({"compare", files.first, files.second});
      CHECK(outcome.status == 2);
      CHECK(outcome.out.empty());
      CHECK_THAT(outcome.err, ContainsSubstring("bad.json: error: ") && ContainsSubstring(message));
    }
  };
  refused("run:\n", "is no JSON");
  refused("[]", "names no schema");
  refused(R"({"schema": "collsim-result/0"})", "is a result of schema 'collsim-result/0', and this collsim reads");
  refused(R"({"schema": "collsim-trace/1"})", "its schema is 'collsim-trace/1'");
  refused(R"({"schema": "collsim-result/1", "scenario": "s"})", "is no whole result");
  std::string text = read_file(good);
  text.replace(text.find("\"ring\""), 6, "17    ");
  refused(text, "is no whole result");
  CHECK(collsim({"compare", good}).status == 2);
  CHECK(collsim({"compare", good, "/no/such.json"}).status == 4);
  CHECK(collsim({"compare", good, good, "--json", good}).status == 2);
}

}  // namespace collsim::test
