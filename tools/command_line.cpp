#include "command_line.h"

#include <CLI/CLI.hpp>

#include "algorithms_options.h"
#include "compare_options.h"
#include "completion.h"
#include "explain_options.h"
#include "manual_page.h"
#include "refusal.h"
#include "run_options.h"
#include "study_commands.h"
#include "sweep_options.h"
#include "topology_options.h"
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
  collsim sweep scenarios/sweeps/ring-or-tree.yaml   many variants of a scenario, on all cores
  collsim topology topologies/two-boards-rails.yaml --path c0 c8
  collsim algorithms                               what there is for `algorithm:`
  collsim validate                                 closed forms against simulation

Exit status: 0 done, 1 a check failed, 2 bad usage or input, 3 the simulation could not finish,
4 a file could not be read or written, 130 interrupted (what had ended is reported).)";

constexpr const char* completion_examples = R"(Examples:
  source <(collsim completion bash)                in ~/.bashrc
  source <(collsim completion zsh)                 in ~/.zshrc, after compinit
  collsim completion fish | source                 in ~/.config/fish/config.fish

The Debian package has all three in their places.)";

constexpr const char* manual_examples = R"(Examples:
  collsim manual | man -l -)";

std::string version_text() {
  return std::string("collsim ") + build::version + " (" + build::revision + ", " + build::compiler + ")";
}

class Parser {
 public:
  Parser() : app_(about, "collsim") {
    app_.footer(examples);
    app_.set_help_flag("-h,--help", "Print this help");
    app_.set_version_flag("--version", version_text(), "Print version, git revision and compiler");
    app_.allow_extras();
    add_run_options(app_, run_, sizes_);
    add_explain_options(app_, explain_, sizes_);
    add_sweep_options(app_, sweep_);
    add_compare_options(app_, compare_);
    add_topology_options(app_, topology_, topology_texts_);
    add_algorithms_options(app_, algorithms_);
    add_validate_options(app_, validate_);
    add_calibrate_options(app_, calibrate_);
    add_completion();
    app_.add_subcommand("manual", "Print all of this help as a manual page")->footer(manual_examples);
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
  void add_completion() {
    CLI::App& completion = *app_.add_subcommand("completion", "Print what makes a shell complete the words of collsim");
    completion.footer(completion_examples);
    completion.add_option("SHELL", shell_, "bash, zsh or fish");
  }

  Command completion() const {
    if (shell_.empty()) throw UsageError("completion needs a shell: collsim completion bash");
    return Printout{completion_script(app_, shell_)};
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
    return command_named(app.get_name());
  }

  Command command_named(const std::string& name) const {
    if (name == "run") return checked(run_, sizes_);
    if (name == "explain") return checked(explain_, sizes_);
    if (name == "sweep") return checked(sweep_);
    if (name == "compare") return checked(compare_);
    if (name == "topology") return checked(topology_, topology_texts_);
    if (name == "validate") return checked(validate_);
    if (name == "calibrate") return checked(calibrate_);
    if (name == "completion") return completion();
    if (name == "manual") return Printout{manual_page(app_, build::version)};
    return checked(algorithms_);
  }

  CLI::App app_;
  std::vector<std::string> words_;  ///< as they were typed, without the program's name
  RunOptions run_;
  ExplainCommand explain_;
  SizeTexts sizes_;
  SweepCommand sweep_;
  CompareCommand compare_;
  TopologyOptions topology_;
  TopologyTexts topology_texts_;
  AlgorithmsOptions algorithms_;
  ValidateOptions validate_;
  CalibrateOptions calibrate_;
  std::string shell_;
};

}  // namespace

Command parse_command_line(int argc, const char* const* argv) { return Parser().parse(argc, argv); }

}  // namespace collsim
