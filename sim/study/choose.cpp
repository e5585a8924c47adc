#include "study/choose.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "base/error.h"
#include "collective/tuner.h"
#include "scenario/file.h"
#include "study/trial.h"
#include "workload/chosen_run.h"
#include "workload/planner.h"

namespace collsim {
namespace {

/// Relative to the scenario that names it.
std::string table_path(const Scenario& scenario, const AutoSpec& automatic) {
  return (std::filesystem::path(scenario.file).parent_path() / automatic.table).lexically_normal().string();
}

std::vector<TunerRow> read_table(const Scenario& scenario, const AutoSpec& automatic) {
  const std::string path = table_path(scenario, automatic);
  try {
    return parse_tuner_table(read_file(path), path);
  } catch (const FileError& error) {
    throw FileError(fmt::format("{} (named as the table of auto by {}:{}:{})", error.what(), scenario.file,
                                automatic.mark.line, automatic.mark.column));
  }
}

/// The same is chosen for both on one group: neither start nor disturbances matter to a choice.
bool alike(const CollectiveSpec& a, const CollectiveSpec& b) {
  const auto what = [](const CollectiveSpec& s) {
    return std::tie(s.op, s.root, s.element, s.channels, s.chunks, s.auto_channels, s.auto_chunks, s.weight,
                    s.rate_cap);
  };
  const AutoSpec by_a = a.automatic.value_or(AutoSpec{}), by_b = b.automatic.value_or(AutoSpec{});
  // Matrices are hardly ever the same, and long to compare.
  if (a.matrix || b.matrix) return &a == &b;
  return what(a) == what(b) && by_a.preset == by_b.preset && by_a.table == by_b.table && by_a.only == by_b.only;
}

}  // namespace

struct Chooser::State {
  State(const Scenario& s, ChooseOptions o)
      : scenario(s),
        options(std::move(o)),
        topology(build_topology(s.topology)),
        resolved(resolve(s, topology)),
        routers(topology, s.model, s.seed, resolved.routes),
        planner(s, topology, resolved, routers) {
    for (const CollectiveSpec& spec : s.collectives)
      if (spec.automatic && spec.automatic->preset == Preset::table)
        tables.try_emplace(spec.automatic->table, read_table(s, *spec.automatic));
  }

  /// The first collective that has the same choices.
  std::size_t first_alike(std::size_t collective) const {
    std::size_t first = 0;
    while (!(resolved.groups[first] == resolved.groups[collective] &&
             alike(scenario.collectives[first], scenario.collectives[collective])))
      ++first;
    return first;
  }

  Chosen simulated(std::size_t collective, Bytes size) {
    const CollectiveSpec& spec = scenario.collectives[collective];
    TrialOptions trial;
    trial.stop = options.stop;
    if (options.progress)
      trial.progress = [&](const Candidate& candidate, std::size_t done, std::size_t of) {
        options.progress(fmt::format("{}, {}: {}", spec.id, format_size(size), candidate.algorithm), done, of);
      };
    Chosen chosen;
    chosen.by = "simulate";
    chosen.ranking = simulate_candidates(scenario, spec, size, planner.facts(collective), trial);
    if (options.stop.stop_requested()) throw Interrupted();
    if (chosen.ranking.empty() || !chosen.ranking.front().us) throw SimulationError(nothing_ran(spec, chosen));
    chosen.algorithm = chosen.ranking.front().algorithm;
    chosen.protocol = chosen.ranking.front().protocol;
    return chosen;
  }

  static std::string nothing_ran(const CollectiveSpec& spec, const Chosen& chosen) {
    std::string message = fmt::format("'{}': auto: simulate found no algorithm that can run", spec.id);
    for (const Candidate& candidate : chosen.ranking)
      message += fmt::format("\n  {}: {}", candidate.algorithm, candidate.note);
    return message;
  }

  Chosen make(std::size_t collective, Bytes size) {
    const CollectiveSpec& spec = scenario.collectives[collective];
    const AutoSpec automatic = spec.automatic.value_or(AutoSpec{});
    if (automatic.preset == Preset::simulate) return simulated(collective, size);
    const TunerQuestion question{spec.op, size, planner.facts(collective), scenario.model.utilization};
    if (!automatic.only.empty()) return choose_protocol_as_nccl(question, automatic.only);
    if (automatic.preset == Preset::vllm) return choose_as_vllm(question);
    if (automatic.preset == Preset::table)
      return choose_by_table(question, tables.at(automatic.table), automatic.table);
    return choose_as_nccl(question);
  }

  const Scenario& scenario;
  ChooseOptions options;
  Topology topology;
  Resolved resolved;
  Routers routers;
  Planner planner;
  std::map<std::string, std::vector<TunerRow>> tables;
  std::map<std::pair<std::size_t, Bytes>, Chosen> made;  // by first_alike() and size
};

Chooser::Chooser(const Scenario& scenario, ChooseOptions options)
    : state_(std::make_unique<State>(scenario, std::move(options))) {}

Chooser::~Chooser() = default;

const Chosen& Chooser::choose(std::size_t collective, Bytes size) {
  const std::pair key(state_->first_alike(collective), size);
  const auto known = state_->made.find(key);
  if (known != state_->made.end()) return known->second;
  return state_->made.emplace(key, state_->make(collective, size)).first->second;
}

Scenario with_choices(Scenario scenario, const ChooseOptions& options) {
  if (!has_automatic(scenario)) return scenario;
  std::vector<std::vector<Chosen>> chosen(scenario.collectives.size());
  Chooser chooser(scenario, options);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!scenario.collectives[i].automatic) continue;
    for (const Bytes size : scenario.collectives[i].sizes) chosen[i].push_back(chooser.choose(i, size));
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) scenario.collectives[i].chosen = std::move(chosen[i]);
  return scenario;
}

}  // namespace collsim
