#include "scenario/reader.h"

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "scenario/collective_reader.h"
#include "scenario/dependencies.h"
#include "scenario/disturbances.h"
#include "scenario/fields.h"
#include "scenario/file.h"
#include "scenario/model_reader.h"
#include "scenario/overrides.h"
#include "scenario/rules.h"
#include "scenario/sizes.h"
#include "scenario/topology_reader.h"
#include "scenario/yaml.h"

namespace collsim {
namespace {

constexpr std::array keys{
    KnownWord{"name"},        KnownWord{"topology"},        KnownWord{"model"},  KnownWord{"seed"},
    KnownWord{"collectives"}, KnownWord{"background"},      KnownWord{"events"}, KnownWord{"stragglers"},
    KnownWord{"jobs", false}, KnownWord{"placement", false}};

/// Reads `yaml` into `document` as its own content; false after a complaint.
bool load(Document& document, std::string_view yaml, Diagnostics& diagnostics) {
  const auto root = append_yaml(document, Document::file, yaml, diagnostics);
  if (root) document.set_root(*root);
  return root.has_value();
}

std::string read_named_file(const std::string& path, Value named_at) {
  try {
    return read_file(path);
  } catch (const FileError& e) {
    const Diagnostic place = named_at.diagnostic("");
    const std::string position =
        place.mark.line > 0 ? ':' + std::to_string(place.mark.line) + ':' + std::to_string(place.mark.column) : "";
    throw FileError(std::string(e.what()) + " (named as the topology by " + place.file + position + ')');
  }
}

TopologyDescription read_topology_text(std::string_view yaml, const std::string& file, Model& defaults,
                                       Diagnostics& diagnostics) {
  Document document(file);
  if (!load(document, yaml, diagnostics)) return {};
  return read_topology_mapping(document.root(), stem(file), file, defaults, diagnostics);
}

TopologyDescription read_topology_of(const Fields& scenario, const std::string& file, Model& defaults) {
  const auto value = scenario.require("topology", "../topologies/two-boards.yaml");
  if (!value) return {};
  if (!value->is(Value::Kind::scalar)) {
    return read_topology_mapping(*value, stem(file), file, defaults, scenario.diagnostics());
  }
  const auto named = scenario.text("topology");
  if (!named) return {};
  const std::string path = (std::filesystem::path(file).parent_path() / *named).lexically_normal().string();
  return read_topology_text(read_named_file(path, *value), path, defaults, scenario.diagnostics());
}

std::vector<CollectiveSpec> read_collectives(const Fields& scenario, std::span<const KnownAlgorithm> algorithms,
                                             bool size_required) {
  std::vector<CollectiveEntry> entries;
  for (const Value& item : scenario.list("collectives")) {
    entries.push_back(read_collective(item, entries.size(), algorithms, size_required, scenario.diagnostics()));
  }
  resolve_dependencies(entries, scenario.diagnostics());
  std::vector<CollectiveSpec> collectives;
  for (CollectiveEntry& entry : entries) collectives.push_back(std::move(entry.spec));
  return collectives;
}

template <class Read>
auto read_each(const Fields& scenario, std::string_view key, Read read) {
  std::vector<decltype(read(std::declval<Value>(), std::declval<Diagnostics&>()))> found;
  for (const Value& item : scenario.list(key)) found.push_back(read(item, scenario.diagnostics()));
  return found;
}

/// What is wrong with a sweep of the command line for this scenario; empty if nothing.
std::string sweep_problem(const Overrides::Sweep& sweep, const Scenario& scenario) {
  if (scenario.collectives.size() != 1) {
    return "the scenario has " + std::to_string(scenario.collectives.size()) +
           " collectives: sizes can be given for exactly one";
  }
  if (sweep.min_bytes < 1) return "-b " + std::to_string(sweep.min_bytes) + " is below 1 byte";
  if (sweep.min_bytes > sweep.max_bytes) {
    return "-b " + format_size(sweep.min_bytes) + " is more than -e " + format_size(sweep.max_bytes);
  }
  return sweep.factor > 1 ? "" : "-f must be above 1, as in -f 2";
}

void apply_sweep(const Overrides::Sweep& sweep, Scenario& scenario, Diagnostics& diagnostics) {
  std::string problem = sweep_problem(sweep, scenario);
  if (problem.empty()) {
    CollectiveSpec& collective = scenario.collectives.front();
    collective.swept = true;
    try {
      collective.sizes = geometric_sizes(sweep.min_bytes, sweep.max_bytes, sweep.factor, collective.element);
    } catch (const std::invalid_argument& e) {
      problem = e.what();
    }
  }
  if (!problem.empty()) diagnostics.add({"-b -e -f", {}, std::move(problem)});
}

Scenario read_mapping(Value root, const std::string& file, std::span<const KnownAlgorithm> algorithms,
                      const Overrides& overrides, Diagnostics& diagnostics) {
  const Fields fields(root, "the scenario", keys, diagnostics);
  Scenario scenario;
  scenario.file = file;
  scenario.name = fields.text("name").value_or(stem(file));
  scenario.topology = read_topology_of(fields, file, scenario.model);
  if (const auto model = fields.find("model")) read_model(*model, scenario.model, diagnostics);
  scenario.seed = fields.whole("seed").value_or(1);
  scenario.collectives = read_collectives(fields, algorithms, !overrides.sweep.has_value());
  scenario.background = read_each(fields, "background", read_background);
  scenario.events = read_each(fields, "events", read_event);
  scenario.stragglers = read_each(fields, "stragglers", read_straggler);
  if (overrides.sweep) apply_sweep(*overrides.sweep, scenario, diagnostics);
  check_rules(scenario, fields);
  return scenario;
}

}  // namespace

Scenario parse_scenario(std::string_view yaml, const std::string& file, std::span<const KnownAlgorithm> algorithms,
                        const Overrides& overrides) {
  Diagnostics diagnostics(file);
  Document document(file);
  if (!load(document, yaml, diagnostics)) diagnostics.throw_if_any();
  for (const std::string& text : overrides.set) apply_set(document, text, diagnostics);
  try {
    Scenario scenario = read_mapping(document.root(), file, algorithms, overrides, diagnostics);
    diagnostics.throw_if_any();
    return scenario;
  } catch (const FileError&) {
    diagnostics.throw_if_any();  // what was found before may be why the file is missing
    throw;
  }
}

Scenario read_scenario(const std::string& path, std::span<const KnownAlgorithm> algorithms,
                       const Overrides& overrides) {
  return parse_scenario(read_file(path), path, algorithms, overrides);
}

TopologyFile parse_topology(std::string_view yaml, const std::string& file) {
  Diagnostics diagnostics(file);
  TopologyFile read;
  read.topology = read_topology_text(yaml, file, read.defaults, diagnostics);
  diagnostics.throw_if_any();
  return read;
}

TopologyFile read_topology(const std::string& path) { return parse_topology(read_file(path), path); }

}  // namespace collsim
