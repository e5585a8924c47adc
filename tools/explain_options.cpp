#include "explain_options.h"

#include <CLI/CLI.hpp>

namespace collsim {
namespace {

constexpr const char* explain_examples = R"(Examples:
  collsim explain quickstart.yaml -b 1M            at 1 MiB; of several sizes the last is explained
  collsim explain trouble.yaml --top 3 --no-sensitivity
  collsim explain pcie-box.yaml --json - | jq '.operations[0].critical_path'

The critical path is followed message by message, in up to ten million of them. What other links would change is found
by running the scenario again with each kind of used link at half and at double its bandwidth.)";

}  // namespace

void add_explain_options(CLI::App& app, ExplainCommand& command, SizeTexts& sizes) {
  CLI::App& explain =
      *app.add_subcommand("explain", "Tell where a scenario's time goes: which link, why, what would help");
  explain.footer(explain_examples);
  explain.add_option("SCENARIO", command.scenario, "Scenario file (YAML)");
  add_output(explain, "--json", command.json, "Write all of it as JSON, with every hop of the critical paths");
  add_settings(explain, command.overrides.set, "Override a key of the scenario; may be repeated");
  add_sizes(explain, sizes);
  explain.add_option("--top", command.top, "How many of the busiest links [10]")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  explain.add_flag("!--no-sensitivity", command.sensitivity, "Do not run it again with other links");
  add_quiet(explain, command.verbosity);
}

ExplainCommand checked(ExplainCommand command, const SizeTexts& sizes) {
  if (command.scenario.empty()) throw UsageError("explain needs a scenario file: collsim explain SCENARIO.yaml");
  command.overrides.sweep = sizes_of(sizes);
  return command;
}

}  // namespace collsim
