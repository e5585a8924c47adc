#include "scenario/reader.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "scenario/collective_reader.h"
#include "scenario/dependencies.h"
#include "scenario/disturbances.h"
#include "scenario/event_reader.h"
#include "scenario/exchange_reader.h"
#include "scenario/fields.h"
#include "scenario/file.h"
#include "scenario/job_reader.h"
#include "scenario/model_reader.h"
#include "scenario/named_file.h"
#include "scenario/noise_reader.h"
#include "scenario/overrides.h"
#include "scenario/route_reader.h"
#include "scenario/rules.h"
#include "scenario/sizes.h"
#include "scenario/split_apart.h"
#include "scenario/topology_reader.h"
#include "scenario/yaml.h"

namespace collsim {
namespace {

constexpr std::array keys{KnownWord{"name"},    KnownWord{"topology"},    KnownWord{"model"},
                          KnownWord{"seed"},    KnownWord{"collectives"}, KnownWord{"background"},
                          KnownWord{"events"},  KnownWord{"stragglers"},  KnownWord{"routes"},
                          KnownWord{"repeats"}, KnownWord{"jobs"},        KnownWord{"alone"},
                          KnownWord{"noise"}};

bool is_among(std::span<const KnownWord> words, std::string_view word) {
  return std::any_of(words.begin(), words.end(), [&](const KnownWord& w) { return w.word == word; });
}

/// Where a key belongs that somebody wrote at the top of a scenario.
std::string place_of_key(std::string_view key) {
  if (is_among(model_keys(), key)) return "indent it below model:";
  if (!is_among(collective_keys(), key)) return {};
  return "it belongs to a collective: indent it below an entry of collectives: (--set " + set_path(key) + "=...)";
}

/// Reads `yaml` into `document` as its own content; false after a complaint.
bool load(Document& document, std::string_view yaml, Diagnostics& diagnostics) {
  const auto root = append_yaml(document, Document::file, yaml, diagnostics);
  if (root) document.set_root(*root);
  return root.has_value();
}

/// Requires: a mapping that has the key.
Value entry_of(Value mapping, std::string_view key) {
  const std::vector<Value::Entry> entries = mapping.entries();
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Value::Entry& entry) {
    return entry.key.is(Value::Kind::scalar) && entry.key.text() == key;
  });
  assert(found != entries.end());
  return found->value;
}

TopologyDescription read_topology_of(const Fields& scenario, const std::string& file, const TopologyFile* known,
                                     Model& defaults) {
  const auto value = scenario.require("topology", "../topologies/two-boards.yaml");
  if (!value) return {};
  if (known != nullptr) {
    defaults = known->defaults;
    return known->topology;
  }
  if (!value->is(Value::Kind::scalar)) {
    return read_topology_mapping(*value, stem(file), file, defaults, scenario.diagnostics());
  }
  if (!scenario.text("topology")) return {};
  const NamedFile named = read_named_file(*value, "the topology", file);
  return read_topology_text(named.text, named.path, defaults, scenario.diagnostics());
}

std::vector<CollectiveSpec> read_collectives(const Fields& scenario, std::span<const KnownAlgorithm> algorithms,
                                             const std::vector<JobSpec>& jobs, bool size_required,
                                             const ExchangeContext& context) {
  std::vector<CollectiveEntry> entries;
  for (const Value& item : scenario.list("collectives")) {
    entries.push_back(read_collective(item, entries.size(), algorithms, size_required, scenario.diagnostics()));
    join_job(entries.back(), jobs, scenario.diagnostics());
    read_exchange(entries.back(), context, scenario.diagnostics());
  }
  chain_collectives(entries, jobs);
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
  const std::string min = format_size(sweep.min_bytes), max = format_size(sweep.max_bytes);
  if (scenario.collectives.empty()) return "the scenario has no collective whose size they could set";
  if (scenario.collectives.size() > 1) {
    return "they set the sizes of a scenario's only collective, and this has " +
           std::to_string(scenario.collectives.size()) + ": write in the file, in place of the size of one of them, " +
           "sizes: {from: " + min + ", to: " + max + ", factor: " + fmt::format("{}", sweep.factor) + '}';
  }
  if (scenario.collectives.front().matrix) return "a matrix or a skew says how much is sent, and they would change it";
  if (sweep.min_bytes > sweep.max_bytes) return "-b " + min + " is more than -e " + max;
  if (sweep.min_bytes == 0 && sweep.max_bytes > 0) {
    return "-b 0 times a factor stays 0 and never reaches -e " + max + ": begin with 1 or more";
  }
  return sweep.factor > 1 ? "" : "-f must be above 1, as in -f 2";
}

std::vector<Bytes> sizes_of(const Overrides::Sweep& sweep, Bytes element) {
  if (sweep.max_bytes == 0) return {0};
  return geometric_sizes(sweep.min_bytes, sweep.max_bytes, sweep.factor, element);
}

void apply_sweep(const Overrides::Sweep& sweep, Scenario& scenario, Diagnostics& diagnostics) {
  std::string problem = sweep_problem(sweep, scenario);
  if (problem.empty()) {
    CollectiveSpec& collective = scenario.collectives.front();
    collective.swept = true;
    try {
      collective.sizes = sizes_of(sweep, collective.element);
    } catch (const std::invalid_argument& e) {
      problem = e.what();
    }
  }
  if (!problem.empty()) diagnostics.add({"-b -e -f", {}, std::move(problem)});
}

/// Jobs first, then the collectives that belong to none.
void number_claimants(Scenario& scenario) {
  for (std::size_t i = 0; i < scenario.collectives.size(); ++i) {
    CollectiveSpec& spec = scenario.collectives[i];
    spec.claimant = spec.job.value_or(scenario.jobs.size() + i);
  }
}

Scenario read_mapping(Value root, const std::string& file, std::span<const KnownAlgorithm> algorithms,
                      const Overrides& overrides, Diagnostics& diagnostics) {
  const Fields fields(root, "the scenario", keys, diagnostics, place_of_key);
  Scenario scenario;
  scenario.file = file;
  scenario.name = fields.text("name").value_or(stem(file));
  scenario.topology = read_topology_of(fields, file, overrides.topology, scenario.model);
  if (const auto model = fields.find("model")) read_model(*model, scenario.model, diagnostics);
  scenario.seed = fields.whole("seed").value_or(1);
  scenario.jobs = read_jobs(fields, {file, scenario.topology, scenario.seed});
  scenario.collectives = read_collectives(fields, algorithms, scenario.jobs, !overrides.sweep.has_value(),
                                          {file, scenario.topology, scenario.seed});
  number_claimants(scenario);
  scenario.background = read_each(fields, "background", read_background);
  scenario.noise = read_each(fields, "noise", read_noise);
  scenario.events = read_each(fields, "events", read_event);
  scenario.stragglers = read_each(fields, "stragglers", read_straggler);
  scenario.routes = read_each(fields, "routes", read_route);
  scenario.repeats = fields.whole_between("repeats", 1, most_repeats).value_or(1);
  if (overrides.sweep) apply_sweep(*overrides.sweep, scenario, diagnostics);
  check_rules(scenario, fields);
  split_apart(scenario, diagnostics);
  return scenario;
}

}  // namespace

std::string set_path(std::string_view key) {
  if (is_among(keys, key)) return std::string(key);
  if (is_among(model_keys(), key)) return "model." + std::string(key);
  if (is_among(collective_keys(), key)) return "collectives.0." + std::string(key);
  return {};
}

Scenario parse_scenario(std::string_view yaml, const std::string& file, std::span<const KnownAlgorithm> algorithms,
                        const Overrides& overrides) {
  Diagnostics diagnostics(file);
  Document document(file);
  if (!load(document, yaml, diagnostics)) diagnostics.throw_if_any();
  if (!overrides.below.empty()) document.set_root(entry_of(document.root(), overrides.below).index());
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
