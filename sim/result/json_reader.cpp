#include "result/json_reader.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace collsim {
namespace {

using Json = nlohmann::json;

constexpr const char* known_schema = "collsim-result/1";

[[noreturn]] void refuse(const std::string& file, std::string message) {
  throw InputError({{file, {}, std::move(message)}});
}

void check_schema(const Json& json, const std::string& file) {
  const std::string wanted = "is no result of `collsim run --json`";
  if (!json.is_object() || !json.contains("schema") || !json["schema"].is_string())
    refuse(file, wanted + ": it names no schema");
  const std::string schema = json["schema"];
  if (schema == known_schema) return;
  if (schema.rfind("collsim-result/", 0) == 0)
    refuse(file, "is a result of schema " + quote(schema) + ", and this collsim reads '" + known_schema +
                     "': run its scenario again");
  refuse(file, wanted + ": its schema is " + quote(schema));
}

Duration time_of(const Json& json, const char* key) {
  constexpr double longest_us = 1e13;
  const double us = json.at(key);
  if (!(std::abs(us) < longest_us)) throw std::out_of_range(std::string(key) + " is no time");
  return Duration(std::llround(us * 1e6));
}

Ledger ledger_of_json(const Json& json) {
  return {time_of(json, "startup"), time_of(json, "path"), time_of(json, "transfer"), time_of(json, "contention"),
          time_of(json, "waiting")};
}

CollectiveResult collective_of(const Json& json) {
  CollectiveResult c;
  c.id = json.at("id");
  const std::string op = json.at("op");
  if (!parse_op(op)) throw std::out_of_range("there is no operation " + quote(op));
  c.op = *parse_op(op);
  c.algorithm = json.at("algorithm");
  c.size = json.at("size_bytes");
  c.dtype = json.at("dtype");
  c.channels = json.at("channels");
  c.chunks = json.at("chunks");
  c.start = time_of(json, "start_us");
  c.end = time_of(json, "end_us");
  c.steps = json.at("steps");
  c.flows = json.at("flows");
  c.ledger = ledger_of_json(json.at("ledger_us"));
  c.bottleneck_link = json.at("bottleneck_link");
  c.last_arriver = json.at("last_arriver");
  c.per_rank.resize(json.at("ranks").get<std::uint32_t>());
  if (!json.contains("choice")) return c;
  c.chosen.emplace();
  c.chosen->by = json["choice"].at("by");
  c.chosen->algorithm = json["choice"].at("algorithm");
  c.chosen->reason = json["choice"].value("reason", "");
  return c;
}

LinkResult link_of_json(const Json& json) {
  LinkResult link;
  link.id = json.at("id");
  link.capacity = json.at("capacity_GBps").get<double>() * 1e9;
  link.bytes = json.at("bytes");
  link.wire_bytes = json.at("wire_bytes");
  link.utilization = json.at("utilization");
  link.peak_flows = json.at("peak_flows");
  return link;
}

RunResult run_of(const Json& json) {
  RunResult run;
  run.makespan = time_of(json, "makespan_us");
  run.size = json.value("size_bytes", Bytes{0});
  for (const Json& link : json.at("links")) run.links.push_back(link_of_json(link));
  return run;
}

/// Collectives stand in order of the runs, each of which has an id at most once.
void deal_out(const Json& collectives, std::vector<RunResult>& runs) {
  std::size_t run = 0;
  for (const Json& json : collectives) {
    CollectiveResult c = collective_of(json);
    const auto known = [&](const CollectiveResult& other) { return other.id == c.id; };
    if (std::any_of(runs.at(run).collectives.begin(), runs.at(run).collectives.end(), known)) ++run;
    runs.at(run).collectives.push_back(std::move(c));
  }
}

Result result_of(const Json& json) {
  Result result;
  result.scenario = json.at("scenario");
  result.seed = json.at("seed");
  result.swept = json.contains("runs");
  if (json.contains("routing")) {
    const Json& routing = json["routing"];
    result.routing.emplace().routing = routing.is_object() ? routing.value("routing", "") : routing.get<std::string>();
  }
  if (result.swept) {
    for (const Json& run : json["runs"]) result.runs.push_back(run_of(run));
  } else {
    result.runs.push_back(run_of(json));
  }
  deal_out(json.at("collectives"), result.runs);
  return result;
}

}  // namespace

Result read_result(std::string_view json, const std::string& file) try {
  const Json document = Json::parse(json);
  check_schema(document, file);
  return result_of(document);
} catch (const Json::parse_error& error) {
  refuse(file, std::string("is no JSON: ") + error.what());
} catch (const Json::exception& error) {
  refuse(file, std::string("is no whole result of `collsim run --json`: ") + error.what());
} catch (const std::out_of_range& error) {
  refuse(file, std::string("is no whole result of `collsim run --json`: ") + error.what());
}

}  // namespace collsim
