#include "result/json_writer.h"

#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "result/job_writer.h"

namespace collsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr int most_ranks_by_default = 4096;

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// `"name": [` and one line an item.
template <typename Item, typename ToJson>
void write_list(std::ostream& out, std::string_view name, const std::vector<Item>& items, ToJson to_json) {
  out << ",\n \"" << name << "\": [";
  const char* separator = "\n  ";
  for (const Item& item : items) {
    out << separator << dump(to_json(item));
    separator = ",\n  ";
  }
  out << ']';
}

Json ledger_json(const Ledger& ledger) {
  return {{"startup", to_microseconds(ledger.startup)},
          {"path", to_microseconds(ledger.path)},
          {"transfer", to_microseconds(ledger.transfer)},
          {"contention", to_microseconds(ledger.contention)},
          {"waiting", to_microseconds(ledger.waiting)}};
}

Json per_rank_json(const std::vector<RankResult>& ranks) {
  Json list = Json::array();
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    list.push_back({{"rank", rank},
                    {"chip", ranks[rank].chip},
                    {"enter_us", to_microseconds(ranks[rank].enter)},
                    {"end_us", to_microseconds(ranks[rank].end)},
                    {"wait_us", to_microseconds(ranks[rank].wait)}});
  return list;
}

Json candidate_json(const Candidate& candidate) {
  return {
      {"algorithm", candidate.algorithm}, {"protocol", to_string(candidate.protocol)}, {"predicted_us", *candidate.us}};
}

/// Keys that the choice has no value for are left out.
Json choice_json(const Chosen& chosen) {
  Json json = {{"by", chosen.by}, {"algorithm", chosen.algorithm}, {"protocol", to_string(chosen.protocol)}};
  if (chosen.us()) json["predicted_us"] = *chosen.us();
  if (chosen.runner_up() != nullptr) json["runner_up"] = candidate_json(*chosen.runner_up());
  if (chosen.margin()) json["margin"] = *chosen.margin();
  if (!chosen.reason.empty()) json["reason"] = chosen.reason;
  return json;
}

Json collective_json(const CollectiveResult& c, const JsonOptions& options) {
  Json json = {{"id", c.id},
               {"op", to_string(c.op)},
               {"algorithm", c.algorithm},
               {"ranks", c.ranks()},
               {"size_bytes", c.size},
               {"dtype", c.dtype},
               {"channels", c.channels},
               {"chunks", c.chunks},
               {"start_us", to_microseconds(c.start)},
               {"end_us", to_microseconds(c.end)},
               {"time_us", to_microseconds(c.time())},
               {"algbw_GBps", c.algbw_GBps()},
               {"busbw_GBps", c.busbw_GBps()},
               {"steps", c.steps},
               {"flows", c.flows},
               {"regime", regime(c.ledger)},
               {"ledger_us", ledger_json(c.ledger)},
               {"bottleneck_link", c.bottleneck_link},
               {"last_arriver", c.last_arriver}};
  if (!c.job.empty()) json["job"] = c.job;
  if (!c.split_of.empty()) json["split_of"] = c.split_of;
  if (c.rerouted > 0) json["rerouted"] = c.rerouted;
  if (c.chosen) json["choice"] = choice_json(*c.chosen);
  if (options.per_rank || c.ranks() <= most_ranks_by_default) json["per_rank"] = per_rank_json(c.per_rank);
  return json;
}

Json link_json(const LinkResult& link) {
  return {{"id", link.id},
          {"tier", to_string(link.tier)},
          {"capacity_GBps", link.capacity / 1e9},
          {"bytes", link.bytes},
          {"wire_bytes", link.wire_bytes},
          {"utilization", link.utilization},
          {"peak_flows", link.peak_flows}};
}

Json background_json(const BackgroundResult& flow) {
  return {{"from", flow.from},
          {"to", flow.to},
          {"start_us", to_microseconds(flow.start)},
          {"end_us", to_microseconds(flow.end)},
          {"bytes", flow.bytes}};
}

void add_alone(Json& json, Duration time, const std::optional<Duration>& alone) {
  if (!alone) return;
  json["alone_us"] = to_microseconds(*alone);
  if (const auto factor = slowdown(time, *alone)) json["slowdown"] = *factor;
}

Json job_json(const JobResult& job) {
  Json json = {{"id", job.id},
               {"chips", job.chips},
               {"placement", job.placement},
               {"start_us", to_microseconds(job.start)},
               {"end_us", to_microseconds(job.end)},
               {"makespan_us", to_microseconds(job.makespan())}};
  add_alone(json, job.makespan(), job.alone);
  json["collectives"] = Json::array();
  for (const JobResult::Part& part : job.collectives) {
    Json entry = {{"id", part.id}, {"time_us", to_microseconds(part.time)}};
    add_alone(entry, part.time, part.alone);
    json["collectives"].push_back(std::move(entry));
  }
  return json;
}

Json split_json(const SplitSummary& split) {
  return {{"id", split.id},
          {"groups", split.groups},
          {"best_us", to_microseconds(split.best)},
          {"mean_us", split.mean_us},
          {"worst_us", to_microseconds(split.worst)},
          {"worst_id", split.worst_id},
          {"busbw_GBps", split.busbw_GBps}};
}

Json noise_json(const NoiseResult& noise) {
  return {{"from", noise.from},
          {"to", noise.to},
          {"bursts", noise.bursts},
          {"left_out", noise.left_out},
          {"bytes", noise.bytes}};
}

/// What belongs to one run as a whole: the links and, where there are any, splits, jobs, background and noise.
void write_run_lists(std::ostream& out, const RunResult& run) {
  if (const auto splits = split_summaries(run); !splits.empty()) write_list(out, "splits", splits, split_json);
  if (!run.jobs.empty()) write_list(out, "jobs", run.jobs, job_json);
  if (!run.background.empty()) write_list(out, "background", run.background, background_json);
  if (!run.noise.empty()) write_list(out, "noise", run.noise, noise_json);
  write_list(out, "links", run.links, link_json);
}

void write_runs(std::ostream& out, const std::vector<RunResult>& runs) {
  out << ",\n \"runs\": [";
  const char* separator = "\n ";
  for (const RunResult& run : runs) {
    out << separator << "{\"size_bytes\": " << run.size << ", \"makespan_us\": " << dump(to_microseconds(run.makespan));
    write_run_lists(out, run);
    out << '}';
    separator = ",\n ";
  }
  out << ']';
}

/// What plays no part is left out.
Json routing_json(const RoutingUse& use) {
  Json json = {{"routing", use.routing}};
  if (!use.hash.empty()) json["hash"] = use.hash;
  if (!use.striping.empty()) json["striping"] = use.striping;
  if (use.stated > 0) json["stated_routes"] = use.stated;
  return json;
}

Json spread_json(const SeedSpread& spread) {
  return {{"id", spread.id},
          {"size_bytes", spread.size},
          {"mean_us", spread.mean_us},
          {"best_us", to_microseconds(spread.best)},
          {"p50_us", to_microseconds(spread.p50)},
          {"p99_us", to_microseconds(spread.p99)},
          {"worst_us", to_microseconds(spread.worst)},
          {"worst_seed", spread.worst_seed}};
}

void write_repeats(std::ostream& out, const Result& result) {
  const Repeats& repeats = *result.repeats;
  out << ",\n \"repeats\": {\"count\": " << repeats.count << ", \"seeds\": [" << result.seed << ", "
      << result.seed + static_cast<std::uint64_t>(repeats.count - 1) << "], \"collectives\": [";
  const char* separator = "\n  ";
  for (const SeedSpread& spread : repeats.collectives) {
    out << separator << dump(spread_json(spread));
    separator = ",\n  ";
  }
  out << "]}";
}

std::vector<const CollectiveResult*> collectives_of(const Result& result) {
  std::vector<const CollectiveResult*> all;
  for (const RunResult& run : result.runs)
    for (const CollectiveResult& collective : run.collectives) all.push_back(&collective);
  return all;
}

}  // namespace

void write_json(const Result& result, std::ostream& out, const JsonOptions& options) {
  out << "{\"schema\": \"collsim-result/1\", \"scenario\": " << dump(result.scenario) << ", \"seed\": " << result.seed;
  if (result.interrupted) out << ", \"interrupted\": true";
  if (result.failure) out << ", \"failure\": " << dump(*result.failure);
  if (result.routing) out << ", \"routing\": " << dump(routing_json(*result.routing));
  const RunResult none;
  const RunResult& only = result.runs.empty() ? none : result.runs.front();
  if (!result.swept) out << ", \"makespan_us\": " << dump(to_microseconds(only.makespan));
  write_list(out, "collectives", collectives_of(result),
             [&](const CollectiveResult* collective) { return collective_json(*collective, options); });
  if (result.repeats) write_repeats(out, result);
  if (result.swept)
    write_runs(out, result.runs);
  else
    write_run_lists(out, only);
  out << "}\n";
}

}  // namespace collsim
