#include "run.h"

#include <chrono>
#include <cstdio>

#include "base/error.h"
#include "base/units.h"
#include "choices.h"
#include "log.h"
#include "outputs.h"
#include "result/flow_log.h"
#include "result/observer_group.h"
#include "result/text.h"
#include "scenario/file.h"
#include "study/jobs.h"
#include "study/repeats.h"
#include "study/report.h"
#include "verify_trace.h"
#include "version.h"
#include "workload/chosen_run.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

namespace collsim {
namespace {

FlowLog::Sizes fixed_sizes(const Scenario& scenario) {
  FlowLog::Sizes sizes;
  for (const CollectiveSpec& collective : scenario.collectives)
    if (!collective.swept) sizes.emplace(collective.id, collective.sizes.front());
  return sizes;
}

bool progress_wanted(Verbosity verbosity) { return verbosity != Verbosity::quiet && on_terminal(); }

Result simulate(const Scenario& scenario, const RunOptions& options, Outputs& outputs, std::optional<Trace>& trace,
                const Interrupt& interrupt) {
  ObserverGroup observers;
  std::optional<FlowLog> flows;
  std::optional<ProgressLine> progress;
  if (outputs.flows) observers.add(flows.emplace(outputs.flows->stream(), fixed_sizes(scenario)));
  if (outputs.trace) observers.add(trace.emplace(options.trace_limit));
  if (progress_wanted(options.verbosity)) observers.add(progress.emplace(stderr));
  const ReplayOptions how{options.check, &observers, interrupt.token(), options.max_messages};
  Result result = replay(scenario, how);
  compare_jobs(scenario, how, result);
  return result;
}

/// The scenario with another seed, with the same algorithms.
Scenario with_seed(const Scenario& chosen, const RunOptions& options, std::uint64_t seed) {
  Overrides overrides = options.overrides;
  overrides.set.push_back("seed=" + std::to_string(seed));
  Scenario again = read_scenario(options.scenario, known_algorithms(), overrides);
  for (std::size_t i = 0; i < again.collectives.size(); ++i) again.collectives[i].chosen = chosen.collectives[i].chosen;
  return again;
}

void repeat(const Scenario& scenario, const RunOptions& options, const Interrupt& interrupt, Result& result) {
  if (scenario.repeats == 1) return;
  RepeatOptions repeats;
  repeats.with_seed = [&](std::uint64_t seed) { return with_seed(scenario, options, seed); };
  repeats.stop = interrupt.token();
  repeat(scenario, repeats, result);
}

void tell_time(const char* what, std::chrono::steady_clock::time_point since) {
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - since;
  log_detail(std::string(what) + " in " + fixed(taken.count(), 1) + " ms");
}

/// Leaves nothing to `auto`; false where a SIGINT came first.
bool choose(Scenario& scenario, const RunOptions& options, const Interrupt& interrupt) try {
  const auto start = std::chrono::steady_clock::now();
  std::optional<ProgressLine> line;
  const bool automatic = has_automatic(scenario);
  scenario = with_choices(std::move(scenario), choose_options(interrupt, progress_wanted(options.verbosity), line));
  if (automatic) tell_time("algorithms chosen", start);
  return true;
} catch (const Interrupted& error) {
  log_note(error.what());
  return false;
}

/// The collectives of every run are the same but for a size.
void tell_lone_ranks(const Result& result) {
  if (result.runs.empty()) return;
  for (const CollectiveResult& c : result.runs.front().collectives)
    if (c.ranks() == 1 && busbw_factor(c.op, 1) == 0) log_note(c.id + " has 1 rank: busbw is 0 by definition");
}

void tell(const Result& result) {
  for (const std::string& note : result.notes) log_note(note);
  tell_lone_ranks(result);
  if (result.interrupted) log_note("interrupted: what had ended is reported");
}

std::string changes_of(const Overrides& overrides) {
  std::string text;
  const auto add = [&](const std::string& change) { text += (text.empty() ? "" : ", ") + change; };
  for (const std::string& change : overrides.set) add(change);
  if (const auto& sweep = overrides.sweep)
    add("sizes from " + format_size(sweep->min_bytes) + " to " + format_size(sweep->max_bytes) + " by " +
        shortest(sweep->factor));
  return text;
}

/// Nothing where none was asked for. After a SIGINT on the way it holds the numbers alone.
std::optional<Report> look_at(const Result& result, const Scenario& scenario, const RunOptions& options,
                              const Interrupt& interrupt) {
  if (!options.report) return {};
  const auto start = std::chrono::steady_clock::now();
  std::optional<ProgressLine> progress;
  ReportOptions how;
  if (progress_wanted(options.verbosity)) how.observer = &progress.emplace(stderr);
  how.stop = interrupt.token();
  how.changes = changes_of(options.overrides);
  how.scenario_text = read_file(scenario.file);
  if (scenario.topology.file != scenario.file) how.topology_text = read_file(scenario.topology.file);
  Report report = report_of(result, scenario, how);
  report.program = std::string("collsim ") + build::version;
  tell_time("report made", start);
  return report;
}

}  // namespace

int run(const RunOptions& options) {
  install_log(options.verbosity);
  const auto begin = std::chrono::steady_clock::now();
  Scenario scenario = read_scenario(options.scenario, known_algorithms(), options.overrides);
  tell_time("scenario read", begin);
  if (options.explain_choice && !has_automatic(scenario))
    throw UsageError("--explain-choice: no collective of " + options.scenario + " has algorithm: auto");

  const Interrupt interrupt;
  std::optional<Outputs> outputs;
  if (!options.verify_trace) outputs.emplace(options, scenario);
  if (!choose(scenario, options, interrupt)) return kInterruptedStatus;
  if (options.verify_trace) return verify_trace(as_chosen(scenario, 0));

  const auto start = std::chrono::steady_clock::now();
  std::optional<Trace> trace;
  Result result = simulate(scenario, options, *outputs, trace, interrupt);
  repeat(scenario, options, interrupt, result);
  tell_time("simulated", start);
  tell(result);
  const std::optional<Report> report = look_at(result, scenario, options, interrupt);
  outputs->write(result, scenario, options, {trace ? &*trace : nullptr, report ? &*report : nullptr});
  if (trace)
    for (const std::string& note : trace->notes()) log_note(note);
  if (result.failure) throw SimulationError(*result.failure);
  return result.interrupted || (options.report && interrupt.token().stop_requested()) ? kInterruptedStatus : 0;
}

}  // namespace collsim
