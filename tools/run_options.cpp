#include "run_options.h"

#include <CLI/CLI.hpp>

#include "base/units.h"
#include "same_file.h"

namespace collsim {
namespace {

constexpr const char* run_examples = R"(Examples:
  collsim run quickstart.yaml --json result.json --set model.sync=dataflow
  collsim run quickstart.yaml -b 8 -e 1G -f 2      the sizes 8 B, 16 B ... 1 GiB, as in nccl-tests
  collsim run quickstart.yaml --trace trace.json   then open it in ui.perfetto.dev
  collsim run quickstart.yaml --report page.html

GB/s are 10^9 bytes per second. In -b and -e, K, M and G are powers of 1024.
A file name of - is standard output, which then holds that alone.)";

std::size_t trace_limit_of(const std::string& text) try {
  const std::size_t limit = parse_whole(text);
  if (limit >= Trace::least_limit) return limit;
  throw UsageError("--trace-limit " + text + ": at least " + std::to_string(Trace::least_limit) + " would be right");
} catch (const std::invalid_argument&) {
  throw UsageError("--trace-limit " + text + ": a whole number of events would be right, such as 65000");
}

void add_outputs(CLI::App& run, RunOptions& options) {
  add_output(run, "--json", options.json, "Write the whole result as JSON");
  add_output(run, "--csv", options.csv, "Write one row a collective and size");
  add_output(run, "--flows", options.flows, "Write one row a flow (CSV)");
  add_output(run, "--report", options.report, "Write a page with charts of everything (HTML, one file, works offline)");
  add_output(run, "--trace", options.trace, "Write a timeline that Perfetto and chrome://tracing open");
  run.add_option_function<std::string>(
         "--trace-limit", [&options](const std::string& text) { options.trace_limit = trace_limit_of(text); },
         "Most events in it; of more messages only some are drawn [65000]")
      ->type_name("EVENTS");
}

void refuse_shared_outputs(const RunOptions& options) {
  const std::optional<std::string>* files[] = {&options.json, &options.csv, &options.flows, &options.trace,
                                               &options.report};
  for (const auto* a : files)
    for (const auto* b : files)
      if (a < b && *a && *b && same_file(**a, **b))
        throw UsageError(
            "--json, --csv, --flows, --trace and --report need a file each; at most one of them may be standard "
            "output");
}

}  // namespace

bool holds_standard_output(const RunOptions& options) {
  return options.json == "-" || options.csv == "-" || options.flows == "-" || options.trace == "-" ||
         options.report == "-";
}

void add_run_options(CLI::App& app, RunOptions& options, SizeTexts& sizes) {
  CLI::App& run = *app.add_subcommand("run", "Simulate a scenario: a table in the manner of nccl-tests, and files");
  run.footer(run_examples);
  run.add_option("SCENARIO", options.scenario, "Scenario file (YAML)");
  add_outputs(run, options);
  add_settings(run, options.overrides.set, "Override a key of the scenario; may be repeated");
  add_sizes(run, sizes);
  run.add_flag("--check", options.check, "Prove every allocation and every schedule while running");
  run.add_flag("--verify-trace", options.verify_trace,
               "Print who owns which block after each step, and simulate nothing");
  run.add_flag("--explain-choice", options.explain_choice,
               "Under the table: everything that `algorithm: auto` weighed, by size");
  run.add_option("--max-messages", options.max_messages, "Refuse a run of more messages than this [2e9]")
      ->type_name("NUMBER")
      ->check(CLI::PositiveNumber);
  run.add_flag("--per-rank", options.per_rank, "JSON: the ranks one by one, also beyond 4096");
  add_verbosity(run, options.verbosity);
}

RunOptions checked(RunOptions options, const SizeTexts& sizes) {
  if (options.scenario.empty()) throw UsageError("run needs a scenario file: collsim run SCENARIO.yaml");
  options.overrides.sweep = sizes_of(sizes);
  refuse_shared_outputs(options);
  if (options.verify_trace && (options.json || options.csv || options.flows || options.trace || options.report))
    throw UsageError("--verify-trace simulates nothing that --json, --csv, --flows, --trace or --report could hold");
  if (options.explain_choice && (options.verify_trace || holds_standard_output(options)))
    throw UsageError("--explain-choice prints under the table, and standard output holds something else here");
  return options;
}

}  // namespace collsim
