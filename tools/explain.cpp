#include "explain.h"

#include <algorithm>
#include <thread>

#include "choices.h"
#include "log.h"
#include "result/explanation_json.h"
#include "result/explanation_text.h"
#include "result/output_file.h"
#include "same_file.h"
#include "study/choose.h"
#include "study/explain.h"
#include "workload/known_algorithms.h"

namespace collsim {
namespace {

void refuse_overwriting(const ExplainCommand& command, const Scenario& scenario) {
  if (!command.json || *command.json == "-") return;
  if (same_file(*command.json, scenario.file) || same_file(*command.json, scenario.topology.file))
    throw UsageError("--json " + *command.json + " would overwrite the scenario or its topology: name another file");
}

ExplainOptions options_of(const ExplainCommand& command, const Interrupt& interrupt) {
  ExplainOptions options;
  options.top = command.top;
  options.sensitivity = command.sensitivity;
  options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  options.stop = interrupt.token();
  return options;
}

void write(const ExplainCommand& command, const Explanation& explanation, std::optional<OutputFile>& json) {
  for (const std::string& note : explanation.notes) log_note(note);
  if (json) {
    write_explanation_json(explanation, json->stream());
    json->finish();
    json->commit();
  }
  if (command.json == "-") return;
  OutputFile text("-");
  write_explanation(explanation, text.stream());
  text.finish();
}

}  // namespace

int explain(const ExplainCommand& command) try {
  install_log(command.verbosity);
  Scenario scenario = read_scenario(command.scenario, known_algorithms(), command.overrides);
  refuse_overwriting(command, scenario);
  const Interrupt interrupt;
  std::optional<OutputFile> json;
  if (command.json) json.emplace(*command.json);
  std::optional<ProgressLine> line;
  const bool shown = command.verbosity != Verbosity::quiet && on_terminal();
  scenario = with_choices(std::move(scenario), choose_options(interrupt, shown, line));
  ExplainOptions options = options_of(command, interrupt);
  if (shown) options.observer = &line.emplace(stderr);
  const Explanation explanation = explain(scenario, options);
  line.reset();
  write(command, explanation, json);
  if (explanation.failure) throw SimulationError(*explanation.failure);
  return 0;
} catch (const Interrupted&) {
  log_note("interrupted: nothing is explained");
  return kInterruptedStatus;
}

}  // namespace collsim
