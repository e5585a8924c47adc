#include "study_commands.h"

#include <CLI/CLI.hpp>

#include "command_line.h"
#include "common_options.h"
#include "same_file.h"

namespace collsim {
namespace {

constexpr const char* validate_examples = R"(Examples:
  collsim validate                                  closed forms against simulation, over a built-in grid
  collsim validate plan.yaml --json report.json     a plan: forms, measured tables, targets (scenarios/README.md)
  collsim validate --scenario node.yaml all_reduce.txt
  collsim validate --diagnose *.txt                 what the curves show: regime, share of the wires, what to suspect

Exit status 1 where a target of the plan is missed.)";

constexpr const char* calibrate_examples = R"(Examples:
  collsim calibrate all_reduce.txt --topology topologies/hgx-h100.yaml
  collsim calibrate --effective *.txt               bandwidths by operation and parallel group, for planners
  collsim calibrate ag.txt rs.txt --topology node.yaml --algorithm ring -o model.yaml

Logs are of nccl-tests or rccl-tests, CSV or JSON. What comes out goes below `model:` as it is.)";

}  // namespace

void add_validate_options(CLI::App& app, ValidateOptions& options) {
  CLI::App& command = *app.add_subcommand("validate", "Compare simulation with closed forms and with measured tables");
  command.footer(validate_examples);
  command.add_option("FILE", options.files, "A plan (YAML), or logs");
  command.add_option("--scenario", options.scenario, "Scenario that is to predict the logs")->type_name("FILE");
  add_settings(command, options.set, "Override a key of the scenario; may be repeated");
  command.add_option("--dtype", options.dtype, "Rows of this data type, of a log with several")->type_name("TYPE");
  command.add_flag("--diagnose", options.diagnose, "Say what the curves of the logs show, and simulate nothing");
  add_output(command, "--json", options.json, "Write everything as JSON");
  add_output(command, "--csv", options.csv, "Write one row a size");
  command.add_flag("-q,--quiet", options.quiet, "Errors only on stderr: no progress");
}

void add_calibrate_options(CLI::App& app, CalibrateOptions& options) {
  CLI::App& command = *app.add_subcommand("calibrate", "Fit a model's constants to measured tables");
  command.footer(calibrate_examples);
  command.add_option("LOG", options.logs, "Measured tables");
  command.add_option("--topology", options.topology, "Topology that they were measured on")->type_name("FILE");
  command.add_option("--algorithm", options.algorithm, "What the machine used [the operation's default]")
      ->type_name("NAME");
  command.add_option("--ranks", options.ranks, "Chips in rank order [all]")->type_name("IDS");
  command.add_option("--dtype", options.dtype, "Rows of this data type, of a log with several")->type_name("TYPE");
  command.add_option("--chunk", options.chunk, "Also read the fixed cost of a chunk of this size off the plateau")
      ->type_name("SIZE");
  command.add_flag("--effective", options.effective,
                   "Write bandwidths by operation and parallel group (tensor, data, expert) instead of a model");
  add_output(command, "-o,--output", options.output, "Write the model there instead of standard output");
}

ValidateOptions checked(const ValidateOptions& options) {
  const bool logs = options.scenario || options.diagnose;
  if (logs && options.files.empty()) throw UsageError("validate needs logs: collsim validate --diagnose LOG...");
  if (options.scenario && options.diagnose)
    throw UsageError("--scenario predicts the logs and --diagnose reads them: give one or the other");
  if (!logs && options.files.size() > 1)
    throw UsageError("validate takes one plan; logs need --scenario FILE, or --diagnose");
  if (!options.scenario && !options.set.empty()) throw UsageError("--set changes a scenario: give --scenario FILE");
  if (options.diagnose && (options.json || options.csv)) throw UsageError("--diagnose writes text only");
  if (options.json && options.csv && same_file(*options.json, *options.csv))
    throw UsageError("--json and --csv need a file each");
  return options;
}

CalibrateOptions checked(const CalibrateOptions& options) {
  if (options.logs.empty()) throw UsageError("calibrate needs a log: collsim calibrate LOG... --topology FILE");
  if (options.effective && (!options.topology.empty() || options.chunk))
    throw UsageError("--effective reads bandwidths off the logs and fits nothing: leave --topology and --chunk out");
  if (!options.effective && options.topology.empty())
    throw UsageError("calibrate needs the topology of the logs: --topology FILE");
  return options;
}

}  // namespace collsim
