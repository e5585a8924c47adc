#include <nlohmann/json.hpp>

#include "study/validation_report.h"

namespace collsim {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<SizeError>& sizes) {
  Json list = Json::array();
  for (const SizeError& e : sizes)
    list.push_back({{"size_bytes", e.size},
                    {"expected_us", e.expected_us},
                    {"predicted_us", e.predicted_us},
                    {"relative_error", e.relative()}});
  return list;
}

Json json_of(const FormsCell& c) {
  return {{"topology", c.topology},       {"op", c.op},
          {"algorithm", c.algorithm},     {"ranks", c.ranks},
          {"rmspe", rmspe(c.sizes)},      {"ticks", c.ticks},
          {"to_the_tick", c.to_the_tick}, {"limit", c.limit},
          {"contention", c.contention},   {"sizes", json_of(c.sizes)}};
}

Json json_of(const Diagnosis& d) {
  Json json{{"sick", d.sick}, {"floor_us", d.floor_us}, {"peak_busbw_GBps", d.peak_busbw / 1e9}};
  if (d.ratio) json["ratio"] = *d.ratio;
  if (d.step_us) json["step_us"] = *d.step_us;
  if (d.knee_bytes) json["knee_bytes"] = *d.knee_bytes;
  json["reasons"] = d.reasons;
  json["hints"] = d.hints;
  return json;
}

Json json_of(const Validation::Measured& m) {
  const MeasuredComparison& c = m.comparison;
  Json json{{"log", c.log},
            {"scenario", c.scenario},
            {"row", m.about.row},
            {"use", m.about.fitted ? "fit" : "test"},
            {"op", c.op},
            {"algorithm", c.algorithm},
            {"ranks", c.ranks},
            {"rmspe", rmspe(c.simulated)},
            {"geometric_mean_error", geometric_mean_error(c.simulated)}};
  for (const SizeBand band : {SizeBand::large, SizeBand::medium, SizeBand::small})
    json["rmspe_" + std::string(to_string(band))] = rmspe(in_band(c.simulated, band));
  json["sizes"] = json_of(c.simulated);
  for (std::size_t i = 0; i < c.ways.size(); ++i) json["sizes"][i]["way"] = c.ways[i];
  for (const auto& form : c.forms) json["forms"][form.model] = json_of(form.sizes);
  json["diagnosis"] = json_of(c.diagnosis);
  return json;
}

Json json_of(const TargetResult& t) {
  return {{"row", t.target.row},
          {"band", to_string(t.target.band)},
          {"measure", t.target.measure == Target::Measure::rmspe ? "rmspe" : "median"},
          {"at_most", t.target.at_most},
          {"reached", t.reached},
          {"tables", t.tables},
          {"met", t.met()}};
}

}  // namespace

void write_validation_json(const Validation& validation, std::ostream& out) {
  Json json{{"schema", "collsim-validation/1"}, {"interrupted", validation.interrupted}};
  json["forms"] = Json::array();
  for (const FormsCell& cell : validation.forms) json["forms"].push_back(json_of(cell));
  json["measured"] = Json::array();
  for (const Validation::Measured& m : validation.measured) json["measured"].push_back(json_of(m));
  json["targets"] = Json::array();
  for (const TargetResult& target : validation.targets) json["targets"].push_back(json_of(target));
  out << json.dump(1) << '\n';
}

}  // namespace collsim
