#include "result/json_writer.h"

#include <sstream>

#include <nlohmann/json.hpp>

#include "result/sample.h"
#include "support/catch.h"

namespace collsim::test {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Result& result, const JsonOptions& options = {}) {
  std::ostringstream out;
  write_json(result, out, options);
  return out.str();
}

Json parsed(const Result& result, const JsonOptions& options = {}) { return Json::parse(text_of(result, options)); }

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

}  // namespace

TEST_CASE("JSON: one run has exactly the keys of its schema, in their order") {
  const Json json = parsed(sample_result());
  CHECK(keys_of(json) == std::vector<std::string>{"schema", "scenario", "seed", "makespan_us", "collectives", "links"});
  CHECK(keys_of(json["collectives"][0]) ==
        std::vector<std::string>{"id",      "op",         "algorithm",       "ranks",        "size_bytes",
                                 "dtype",   "channels",   "chunks",          "start_us",     "end_us",
                                 "time_us", "algbw_GBps", "busbw_GBps",      "steps",        "flows",
                                 "regime",  "ledger_us",  "bottleneck_link", "last_arriver", "per_rank"});
  CHECK(keys_of(json["collectives"][0]["ledger_us"]) ==
        std::vector<std::string>{"startup", "path", "transfer", "contention", "waiting"});
  CHECK(keys_of(json["links"][0]) ==
        std::vector<std::string>{"id", "tier", "capacity_GBps", "bytes", "wire_bytes", "utilization", "peak_flows"});
  CHECK(keys_of(json["collectives"][0]["per_rank"][0]) ==
        std::vector<std::string>{"rank", "chip", "enter_us", "end_us", "wait_us"});
}

TEST_CASE("JSON: values are those of the result, in full precision and in the units of their names") {
  const Json json = parsed(sample_result());
  CHECK(json["schema"] == "collsim-result/1");
  CHECK(json["scenario"] == "two \"boards\"");
  CHECK(json["seed"] == 7);
  CHECK(json["makespan_us"] == 9);
  const Json& c = json["collectives"][0];
  CHECK(c["op"] == "all_reduce");
  CHECK(c["ranks"] == 2);
  CHECK(c["size_bytes"] == 4000);
  CHECK(c["dtype"] == "float");
  CHECK(c["channels"] == 1);
  CHECK(c["chunks"] == 1);
  CHECK(c["time_us"] == 8);
  CHECK(c["algbw_GBps"].get<double>() == sample_collective().algbw_GBps());
  CHECK(c["ledger_us"]["contention"] == 0.5);
  CHECK(c["per_rank"][1]["enter_us"] == 1.5);
  const Json& link = json["links"][0];
  CHECK(link["tier"] == "b2b");
  CHECK(link["capacity_GBps"] == 1);
  CHECK(link["bytes"].is_number_integer());
  CHECK(link["wire_bytes"] == 5000);
  CHECK(link["utilization"] == 0.625);
}

TEST_CASE("JSON: with several sizes makespan and links stand in runs, collectives once for each size") {
  const Json json = parsed(sample_sweep());
  CHECK(keys_of(json) == std::vector<std::string>{"schema", "scenario", "seed", "collectives", "runs"});
  REQUIRE(json["collectives"].size() == 2);
  CHECK(json["collectives"][1]["size_bytes"] == 8000);
  REQUIRE(json["runs"].size() == 2);
  CHECK(keys_of(json["runs"][0]) == std::vector<std::string>{"size_bytes", "makespan_us", "links"});
  CHECK(json["runs"][1]["size_bytes"] == 8000);
  CHECK(json["runs"][1]["links"][0]["id"] == "c0->c1");
}

TEST_CASE("JSON: says so when it was interrupted, also before anything had ended") {
  Result result = sample_result();
  result.interrupted = true;
  result.runs.clear();
  const Json json = parsed(result);
  CHECK(json["interrupted"] == true);
  CHECK(json["collectives"].empty());
  CHECK(json["links"].empty());
}

TEST_CASE("JSON: why a later size could not finish, only where one could not") {
  CHECK_FALSE(parsed(sample_sweep()).contains("failure"));
  Result result = sample_sweep();
  result.failure = "at size 16000 B: \"blocked\"";
  CHECK(parsed(result)["failure"] == *result.failure);
  CHECK(parsed(result)["runs"].size() == 2);
}

TEST_CASE("JSON: background flows are listed where there are any") {
  Result result = sample_result();
  result.runs[0].background = {{"c0", "c9", std::chrono::microseconds(2), std::chrono::microseconds(5), 30000}};
  const Json flow = parsed(result)["background"][0];
  CHECK(flow == Json({{"from", "c0"}, {"to", "c9"}, {"start_us", 2.0}, {"end_us", 5.0}, {"bytes", 30000}}));
}

TEST_CASE("JSON: the ranks one by one up to 4096 of them, beyond that only on demand") {
  Result result = sample_result();
  CollectiveResult& c = result.runs[0].collectives[0];
  c.per_rank.resize(4096);
  CHECK(parsed(result)["collectives"][0]["per_rank"].size() == 4096);
  c.per_rank.resize(4097);
  CHECK_FALSE(parsed(result)["collectives"][0].contains("per_rank"));
  CHECK(parsed(result, {.per_rank = true})["collectives"][0]["per_rank"].size() == 4097);
}

TEST_CASE("JSON: a name that is no UTF-8 is mended, not passed on") {
  Result result = sample_result();
  result.scenario = "a\xff";
  CHECK(parsed(result)["scenario"] == "a\xef\xbf\xbd");
}

TEST_CASE("JSON: equal results are equal bytes") { CHECK(text_of(sample_sweep()) == text_of(sample_sweep())); }

}  // namespace collsim::test
