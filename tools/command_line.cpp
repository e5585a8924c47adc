#include "command_line.h"

#include <memory>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "base/units.h"
#include "refusal.h"
#include "same_file.h"
#include "study_commands.h"
#include "version.h"

namespace collsim {
namespace {

constexpr const char* about =
    "collsim replays collective communication on a network of chips, flow by flow, and tells how long it takes and "
    "why.";

constexpr const char* examples = R"(Examples:
  collsim run scenarios/quickstart.yaml            simulate a scenario and print a table
  collsim run scenarios/quickstart.yaml --help     what else a run can do
  collsim explain scenarios/pcie-box.yaml          where its time goes, which link, why, and what would help
  collsim topology topologies/two-boards-rails.yaml --path c0 c8
  collsim algorithms                               what there is for `algorithm:`
  collsim validate                                 closed forms against simulation

Exit status: 0 done, 1 a check failed, 2 bad usage or input, 3 the simulation could not finish,
4 a file could not be read or written, 130 interrupted (what had ended is reported).)";

constexpr const char* run_examples = R"(Examples:
  collsim run quickstart.yaml --json result.json --set model.sync=dataflow
  collsim run quickstart.yaml -b 8 -e 1G -f 2      the sizes 8 B, 16 B ... 1 GiB, as in nccl-tests

GB/s are 10^9 bytes per second. In -b and -e, K, M and G are powers of 1024.
A file name of - is standard output, which then holds that alone.)";

constexpr const char* explain_examples = R"(Examples:
  collsim explain quickstart.yaml -b 1M            at 1 MiB; of several sizes the last is explained
  collsim explain trouble.yaml --top 3 --no-sensitivity
  collsim explain pcie-box.yaml --json - | jq '.operations[0].critical_path'

The critical path is followed message by message, in up to ten million of them. What other links would change is found
by running the scenario again with each kind of used link at half and at double its bandwidth.)";

constexpr const char* topology_examples = R"(Examples:
  collsim topology two-boards.yaml
  collsim topology two-boards.yaml --path c0 c15   the hops from one node to another
  collsim topology two-boards.yaml --cut 'c[0-7]' 'c[8-15]'
  collsim topology two-boards.yaml --explicit > expanded.yaml
  collsim topology --generators fat_tree           what `generate:` takes)";

constexpr const char* algorithms_examples = R"(Examples:
  collsim algorithms
  collsim algorithms --for tuner.yaml              which of them `algorithm: auto` takes up to which size
  collsim algorithms --for tuner.yaml --set collectives.0.auto=simulate)";

/// Options whose names are taken, for which nothing stands yet.
constexpr const char* later_run_options[] = {"--trace", "--report"};

struct SweepTexts {
  std::string min, max, factor;
};

std::string version_text() {
  return std::string("collsim ") + build::version + " (" + build::revision + ", " + build::compiler + ")";
}

/// An option that takes a file's name, or `-`.
void add_output(CLI::App& app, const std::string& name, std::optional<std::string>& file, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [name, &file](const std::string& value) {
           if (value.empty()) throw UsageError(name + " needs a file name, or - for standard output");
           file = value;
         },
         help)
      ->type_name("FILE");
}

Bytes size_of(const char* option, const std::string& text) try {
  return parse_nccl_size(text);
} catch (const std::invalid_argument& error) {
  throw UsageError(std::string(option) + ' ' + text + ": " + error.what());
}

double factor_of(const std::string& text) try {
  const double factor = parse_number(text);
  if (factor <= 1)
    throw UsageError("-f " + text + ": sizes would not grow; a number above 1 would be right, such as 2");
  return factor;
} catch (const std::invalid_argument&) {
  throw UsageError("-f " + text + ": a number above 1 would be right, such as 2");
}

Ties ties_of(const std::string& text) {
  if (text == "file_order") return Ties::file_order;
  if (text == "destination") return Ties::destination;
  throw UsageError("--ties " + text + ": file_order or destination would be right");
}

/// Either end of the range stands for both when it is alone.
std::optional<Overrides::Sweep> sweep_of(const SweepTexts& texts) {
  if (!texts.factor.empty() && (texts.min.empty() || texts.max.empty()))
    throw UsageError("-f is the factor from one size to the next and needs both ends, as in -b 8 -e 1G -f " +
                     texts.factor);
  if (texts.min.empty() && texts.max.empty()) return {};
  const Bytes min = size_of("-b", texts.min.empty() ? texts.max : texts.min);
  const Bytes max = size_of("-e", texts.max.empty() ? texts.min : texts.max);
  const double factor = texts.factor.empty() ? 2 : factor_of(texts.factor);
  if (min > max) throw UsageError("-b " + texts.min + " is above -e " + texts.max);
  if (min == 0 && max > 0) throw UsageError("-b 0 never grows to -e " + texts.max + ": start at 1 or more");
  return Overrides::Sweep{min, max, factor};
}

class Parser {
 public:
  Parser() : app_(about, "collsim") {
    app_.footer(examples);
    app_.set_help_flag("-h,--help", "Print this help");
    app_.set_version_flag("--version", version_text(), "Print version, git revision and compiler");
    app_.allow_extras();
    add_run();
    add_explain();
    add_topology();
    add_algorithms();
    declare_validate(add_command("validate", "Compare simulation with closed forms and with measured tables", ""),
                     validate_);
    declare_calibrate(add_command("calibrate", "Fit a model's constants to measured tables", ""), calibrate_);
  }

  Command parse(int argc, const char* const* argv) {
    if (argc < 2) return Printout{app_.help(), false};
    words_.assign(argv + 1, argv + argc);
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return Printout{app_.help()};
    } catch (const CLI::CallForVersion&) {
      return Printout{version_text() + '\n'};
    } catch (const CLI::ArgumentMismatch& error) {
      for (const CLI::App* command : app_.get_subcommands()) refuse_missing_value(*command, words_);
      throw UsageError(error.what());
    } catch (const CLI::ParseError& error) {
      throw UsageError(error.what());
    }
    return command();
  }

 private:
  CLI::App& add_command(const std::string& name, const std::string& help, const std::string& footer) {
    CLI::App* command = app_.add_subcommand(name, help);
    command->footer(footer);
    return *command;
  }

  void add_run() {
    CLI::App& run =
        add_command("run", "Simulate a scenario: a table in the manner of nccl-tests, and files", run_examples);
    run.add_option("SCENARIO", run_.scenario, "Scenario file (YAML)");
    add_output(run, "--json", run_.json, "Write the whole result as JSON");
    add_output(run, "--csv", run_.csv, "Write one row a collective and size");
    add_output(run, "--flows", run_.flows, "Write one row a flow (CSV)");
    add_overrides(run, run_.overrides);
    run.add_flag("--check", run_.check, "Prove every allocation and every schedule while running");
    run.add_flag("--verify-trace", run_.verify_trace,
                 "Print who owns which block after each step, and simulate nothing");
    run.add_flag("--explain-choice", run_.explain_choice,
                 "Under the table: everything that `algorithm: auto` weighed, by size");
    run.add_option("--max-messages", run_.max_messages, "Refuse a run of more messages than this [2e9]")
        ->type_name("NUMBER")
        ->check(CLI::PositiveNumber);
    run.add_flag("--per-rank", run_.per_rank, "JSON: the ranks one by one, also beyond 4096");
    CLI::Option* quiet = run.add_flag("-q,--quiet", quiet_, "Errors only on stderr: no notes, no progress");
    run.add_flag("-v,--verbose", verbose_, "More on stderr: what was read and how long it took")->excludes(quiet);
    add_later_options(run);
  }

  /// Of a command that runs a scenario.
  void add_overrides(CLI::App& command, Overrides& overrides) {
    command.add_option("--set", overrides.set, "Override a key of the scenario; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    command.add_option("-b,--minbytes", sweep_.min, "Smallest size")->type_name("SIZE");
    command.add_option("-e,--maxbytes", sweep_.max, "Largest size")->type_name("SIZE");
    command.add_option("-f,--stepfactor", sweep_.factor, "Factor from one size to the next [2]")->type_name("NUMBER");
  }

  void add_explain() {
    CLI::App& explain =
        add_command("explain", "Tell where a scenario's time goes: which link, why, what would help", explain_examples);
    explain.add_option("SCENARIO", explain_.scenario, "Scenario file (YAML)");
    add_output(explain, "--json", explain_.json, "Write all of it as JSON, with every hop of the critical paths");
    add_overrides(explain, explain_.overrides);
    explain.add_option("--top", explain_.top, "How many of the busiest links [10]")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    explain.add_flag("!--no-sensitivity", explain_.sensitivity, "Do not run it again with other links");
    explain.add_flag("-q,--quiet", quiet_, "Errors only on stderr: no notes, no progress");
  }

  static void add_later_options(CLI::App& run) {
    for (const char* name : later_run_options)
      run.add_option_function<std::string>(
             name, [name](const std::string&) { throw UsageError(std::string(name) + " is not supported yet"); })
          ->group("");
  }

  void add_topology() {
    CLI::App& topology =
        add_command("topology", "Describe a topology: nodes, ranks, links by tier, routes", topology_examples);
    topology.add_option("FILE", topology_.file, "Topology file (YAML)");
    topology.add_option("--path", path_, "Print the hops of the route between two nodes")
        ->expected(2)
        ->type_name("NODE");
    topology.add_option("--ties", ties_, "Between equal routes: file_order or destination [the file's model]")
        ->type_name("TIES");
    topology.add_option("--cut", cut_, "Print the most that can go from some nodes to others at once: least cut")
        ->expected(2)
        ->type_name("NODES");
    topology.add_option("--generators", generators_, "Document the kinds of `generate:`, or one of them")
        ->expected(0, 1)
        ->type_name("[KIND]");
    topology.add_flag("--explicit", topology_.expanded, "Print the topology as YAML with every node and link");
  }

  void add_algorithms() {
    CLI::App& algorithms = add_command(
        "algorithms", "List the algorithms with their steps, bytes, constraints and source", algorithms_examples);
    algorithms
        .add_option_function<std::string>(
            "--for", [this](const std::string& value) { algorithms_.scenario = value; },
            "Print what `algorithm: auto` takes for each collective of a scenario, from 8 B to 8 GiB")
        ->type_name("SCENARIO");
    algorithms
        .add_option("--set", algorithms_.overrides.set, "With --for: override a key of the scenario; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
  }

  Command command() {
    const std::vector<std::string> before = app_.remaining();
    if (!before.empty()) refuse_command(app_, before.front(), words_);
    const std::vector<CLI::App*> chosen = app_.get_subcommands();
    if (chosen.empty()) throw UsageError("a command is missing; `collsim --help` lists them");
    const CLI::App& app = *chosen.front();
    // Also where the parser took the next option for the value.
    refuse_missing_value(app, words_);
    if (const auto left_over = app.remaining(); !left_over.empty()) refuse_left_over(app, left_over, words_);
    if (app.get_name() == "run") return run_command();
    if (app.get_name() == "explain") return explain_command();
    if (app.get_name() == "topology") return topology_command();
    if (app.get_name() == "validate") return check(validate_), validate_;
    if (app.get_name() == "calibrate") return check(calibrate_), calibrate_;
    return algorithms_command();
  }

  Command algorithms_command() {
    if (algorithms_.scenario && algorithms_.scenario->empty())
      throw UsageError("--for needs a scenario file, as in collsim algorithms --for scenario.yaml");
    if (!algorithms_.scenario && !algorithms_.overrides.set.empty())
      throw UsageError("--set changes a scenario: name one with --for");
    return algorithms_;
  }

  Command run_command() {
    if (run_.scenario.empty()) throw UsageError("run needs a scenario file: collsim run SCENARIO.yaml");
    run_.overrides.sweep = sweep_of(sweep_);
    refuse_shared_outputs();
    if (run_.verify_trace && (run_.json || run_.csv || run_.flows))
      throw UsageError("--verify-trace simulates nothing that --json, --csv or --flows could hold");
    if (run_.explain_choice && (run_.verify_trace || run_.json == "-" || run_.csv == "-" || run_.flows == "-"))
      throw UsageError("--explain-choice prints under the table, and standard output holds something else here");
    run_.verbosity = quiet_ ? Verbosity::quiet : verbose_ ? Verbosity::verbose : Verbosity::normal;
    return run_;
  }

  Command explain_command() {
    if (explain_.scenario.empty()) throw UsageError("explain needs a scenario file: collsim explain SCENARIO.yaml");
    explain_.overrides.sweep = sweep_of(sweep_);
    explain_.verbosity = quiet_ ? Verbosity::quiet : Verbosity::normal;
    return explain_;
  }

  void refuse_shared_outputs() const {
    const auto shared = [](const std::optional<std::string>& a, const std::optional<std::string>& b) {
      return a && b && same_file(*a, *b);
    };
    if (shared(run_.json, run_.csv) || shared(run_.json, run_.flows) || shared(run_.csv, run_.flows))
      throw UsageError("--json, --csv and --flows need a file each; at most one of them may be standard output");
  }

  Command topology_command() {
    const bool listing = app_.get_subcommand("topology")->count("--generators") > 0;
    if (listing && (!topology_.file.empty() || topology_.expanded || !path_.empty() || !ties_.empty() || !cut_.empty()))
      throw UsageError("--generators documents the kinds of generate: and goes with nothing else");
    if (listing) {
      topology_.generators = generators_;
      return topology_;
    }
    if (topology_.file.empty()) throw UsageError("topology needs a topology file: collsim topology FILE");
    if (topology_.expanded && (!path_.empty() || !ties_.empty()))
      throw UsageError("--explicit prints the topology, --path and --ties are about routes: give one or the other");
    if (!cut_.empty() && (topology_.expanded || !path_.empty() || !ties_.empty()))
      throw UsageError("--cut asks for a capacity and goes with no other option");
    if (!cut_.empty()) topology_.cut.emplace(cut_.at(0), cut_.at(1));
    if (!path_.empty()) topology_.path.emplace(path_.at(0), path_.at(1));
    if (!ties_.empty()) topology_.ties = ties_of(ties_);
    return topology_;
  }

  CLI::App app_;
  std::vector<std::string> words_;  ///< as they were typed, without the program's name
  RunOptions run_;
  ExplainCommand explain_;
  SweepTexts sweep_;
  TopologyOptions topology_;
  AlgorithmsOptions algorithms_;
  ValidateOptions validate_;
  CalibrateOptions calibrate_;
  std::vector<std::string> path_, cut_;
  std::string generators_;
  std::string ties_;
  bool quiet_ = false;
  bool verbose_ = false;
};

}  // namespace

Command parse_command_line(int argc, const char* const* argv) { return Parser().parse(argc, argv); }

}  // namespace collsim
