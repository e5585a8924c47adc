#include "algorithms_options.h"

#include <CLI/CLI.hpp>

namespace collsim {
namespace {

constexpr const char* algorithms_examples = R"(Examples:
  collsim algorithms
  collsim algorithms --for tuner.yaml              which of them `algorithm: auto` takes up to which size
  collsim algorithms --for tuner.yaml --set collectives.0.auto=simulate)";

}  // namespace

void add_algorithms_options(CLI::App& app, AlgorithmsOptions& options) {
  CLI::App& algorithms =
      *app.add_subcommand("algorithms", "List the algorithms with their steps, bytes, constraints and source");
  algorithms.footer(algorithms_examples);
  algorithms
      .add_option_function<std::string>(
          "--for", [&options](const std::string& value) { options.scenario = value; },
          "Print what `algorithm: auto` takes for each collective of a scenario, from 8 B to 8 GiB")
      ->type_name("SCENARIO");
  add_settings(algorithms, options.overrides.set, "With --for: override a key of the scenario; may be repeated");
}

AlgorithmsOptions checked(const AlgorithmsOptions& options) {
  if (options.scenario && options.scenario->empty())
    throw UsageError("--for needs a scenario file, as in collsim algorithms --for scenario.yaml");
  if (!options.scenario && !options.overrides.set.empty())
    throw UsageError("--set changes a scenario: name one with --for");
  return options;
}

}  // namespace collsim
