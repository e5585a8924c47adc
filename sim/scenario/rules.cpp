#include "scenario/rules.h"

#include <algorithm>

namespace collsim {
namespace {

/// Where `rates` stands; the topology, whose defaults may hold it, where the scenario's model does not.
Value place_of_rates(const Fields& fields) {
  if (const auto model = fields.find("model")) {
    for (const Value::Entry& e : model->entries()) {
      if (e.key.is(Value::Kind::scalar) && e.key.text() == "rates") return e.value;
    }
  }
  return fields.find("topology").value_or(fields.mapping());
}

std::vector<std::string_view> obstacles_to_per_step(const Scenario& scenario) {
  std::vector<std::string_view> found;
  if (scenario.model.sync != Sync::barrier) found.push_back("sync: dataflow");
  if (scenario.collectives.size() > 1) found.push_back("several collectives");
  if (scenario.collectives.empty()) found.push_back("no collective");
  for (const CollectiveSpec& c : scenario.collectives) {
    if (c.split) found.push_back("split");
    if (c.channels > 1 && found.empty()) found.push_back("several channels");
  }
  if (!scenario.background.empty()) found.push_back("background");
  if (!scenario.events.empty()) found.push_back("events");
  if (!scenario.stragglers.empty()) found.push_back("stragglers");
  if (!scenario.noise.empty()) found.push_back("noise");
  if (scenario.model.jitter) found.push_back("jitter");
  return found;
}

void check_per_step(const Scenario& scenario, const Fields& fields) {
  if (scenario.model.rates != Rates::per_step) return;
  const std::vector<std::string_view> obstacles = obstacles_to_per_step(scenario);
  if (obstacles.empty()) return;
  complain(fields.diagnostics(), place_of_rates(fields), "rates",
           "per_step is for sync: barrier and one collective with one channel alone; here it meets " +
               listed(obstacles) + ": write progressive");
}

void check_sweeps(const Scenario& scenario, const Fields& fields) {
  std::size_t swept = 0;
  for (const CollectiveSpec& c : scenario.collectives) swept += c.swept ? 1 : 0;
  if (swept > 1) fields.complain("collectives", "several of them have sizes: only one may");
}

/// Absent or an empty list; anything else that gave no items has been complained about.
bool holds_nothing(const Fields& fields, std::string_view key) {
  const auto value = fields.find(key);
  return value ? value->is(Value::Kind::sequence) && value->count() == 0 : !fields.has(key);
}

void check_end(const Scenario& scenario, const Fields& fields) {
  if (!scenario.collectives.empty() || !fields.mapping().is(Value::Kind::mapping)) return;
  if (scenario.background.empty() && holds_nothing(fields, "collectives") && holds_nothing(fields, "background")) {
    fields.complain("collectives", "nothing is to run: write a collective, as in [{op: all_reduce, size: 128 MiB}]");
  }
  for (const BackgroundSpec& b : scenario.background) {
    if (b.size || b.stop || !b.rate) continue;
    fields.complain("background", "without collectives a flow needs a stop or a size, or the run would never end");
    return;
  }
}

}  // namespace

/// Weights may be stated for other kinds of sharing, to try them; what has no meaning there at all may not.
void check_sharing(const Scenario& scenario, const Fields& fields) {
  if (scenario.model.sharing == Sharing::max_min) return;
  const auto has_priority = [](const auto& spec) { return spec.priority != 0; };
  if (std::any_of(scenario.collectives.begin(), scenario.collectives.end(), has_priority))
    fields.complain("collectives", "priority is for sharing: max_min");
  if (std::any_of(scenario.background.begin(), scenario.background.end(), has_priority))
    fields.complain("background", "priority is for sharing: max_min");
  if (scenario.model.fairness != Fairness::flow)
    fields.complain("model", "fairness is for sharing: max_min: write flow");
}

void check_rules(const Scenario& scenario, const Fields& fields) {
  check_end(scenario, fields);
  check_sweeps(scenario, fields);
  check_per_step(scenario, fields);
  check_sharing(scenario, fields);
}

}  // namespace collsim
