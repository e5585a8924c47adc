#include "study/sweep_plan.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/error.h"
#include "base/mixing.h"
#include "scenario/named_texts.h"
#include "workload/known_algorithms.h"

namespace collsim {
namespace {

std::size_t count_runs(const SweepSpec& spec) {
  auto runs = static_cast<std::size_t>(spec.repeats);
  for (const auto& axis : spec.axes) {
    if (axis.size() > SweepPlan::most_runs / runs)
      throw InputError({{spec.file, {}, "this makes more than 1000000 runs: vary less at once"}});
    runs *= axis.size();
  }
  return runs;
}

std::vector<std::string> varied_paths(const SweepSpec& spec) {
  std::vector<std::string> paths;
  for (const auto& axis : spec.axes) {
    for (const SweepPoint& point : axis) {
      for (const Setting& setting : point) {
        const bool known = std::find(paths.begin(), paths.end(), setting.path) != paths.end();
        if (!known && setting.path != "seed") paths.push_back(setting.path);
      }
    }
  }
  return paths;
}

std::string set_text(const Setting& setting) { return setting.path + '=' + setting.value; }

/// The same errors, those about a setting at the place where the sweep's file states it.
InputError placed(const InputError& error, const SweepPoint& point, const std::string& file) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& diagnostic : diagnostics) {
    for (const Setting& setting : point) {
      if (diagnostic.file != "--set " + set_text(setting)) continue;
      diagnostic = {file, setting.mark, "with " + set_text(setting) + ": " + diagnostic.message};
      break;
    }
  }
  return InputError(std::move(diagnostics));
}

bool changes_topology(const std::string& path) { return path == "topology" || path.rfind("topology.", 0) == 0; }

}  // namespace

SweepPlan::SweepPlan(SweepSpec spec) : spec_(std::move(spec)), runs_(count_runs(spec_)), varied_(varied_paths(spec_)) {
  find_readable();
}

int SweepPlan::repeat_of(std::size_t run) const {
  return static_cast<int>(run % static_cast<std::size_t>(spec_.repeats));
}

SweepPoint SweepPlan::point_of(std::size_t run) const {
  std::size_t left = run / static_cast<std::size_t>(spec_.repeats);
  std::vector<const SweepPoint*> parts;
  for (auto axis = spec_.axes.rbegin(); axis != spec_.axes.rend(); ++axis) {
    parts.push_back(&(*axis)[left % axis->size()]);
    left /= axis->size();
  }
  SweepPoint point;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    point.insert(point.end(), (*part)->begin(), (*part)->end());
  return point;
}

Scenario SweepPlan::read(const SweepPoint& point, std::optional<std::uint64_t> seed) const try {
  Overrides overrides;
  for (const Setting& setting : point) overrides.set.push_back(set_text(setting));
  if (seed) overrides.set.push_back("seed=" + std::to_string(*seed));
  if (spec_.inlined) overrides.below = "scenario";
  if (topology_) overrides.topology = &*topology_;
  return parse_scenario(spec_.scenario_text, spec_.scenario_file, known_algorithms(), overrides);
} catch (const InputError& error) {
  throw placed(error, point, spec_.file);
}

Scenario SweepPlan::scenario_of(std::size_t run) const {
  const SweepPoint point = point_of(run);
  Scenario scenario = read(point, {});
  if (scenario.repeats != 1)
    throw InputError({{spec_.scenario_file, {}, "repeats: of a scenario that is swept belongs into " + spec_.file}});
  const auto repeat = static_cast<std::uint64_t>(repeat_of(run));
  // A seed decides what is read: the draws of a skew.
  return repeat == 0 ? scenario : read(point, scenario.seed + repeat);
}

/// Remembers the topology that the runs have in common, if it is a file's.
void SweepPlan::find_readable() {
  std::exception_ptr first;
  for (std::size_t run = 0; run < runs_; run += static_cast<std::size_t>(spec_.repeats)) {
    try {
      const Scenario scenario = scenario_of(run);
      const bool common = std::none_of(varied_.begin(), varied_.end(), changes_topology);
      if (common && scenario.topology.file != scenario.file) topology_ = read_topology(scenario.topology.file);
      return;
    } catch (const InputError&) {
      if (!first) first = std::current_exception();
    } catch (const FileError&) {
      if (!first) first = std::current_exception();
    }
  }
  std::rethrow_exception(first);
}

std::uint64_t SweepPlan::fingerprint(const std::string& build) const {
  std::uint64_t number = mixed_bits(build);
  const auto add = [&number](const std::string& text) { number = mixed_bits(number, mixed_bits(text)); };
  for (const auto& [file, text] :
       {std::pair(spec_.file, spec_.text), std::pair(spec_.scenario_file, spec_.scenario_text)}) {
    add(text);
    for (const std::string& named : named_texts(text, file)) add(named);
  }
  return number;
}

}  // namespace collsim
