#include "compare_options.h"

#include <CLI/CLI.hpp>

#include "base/units.h"
#include "common_options.h"
#include "same_file.h"

namespace collsim {
namespace {

constexpr const char* compare_examples = R"(Examples:
  collsim run job.yaml --json before.json
  collsim run job.yaml --json after.json --set model.sync=dataflow
  collsim compare before.json after.json           what takes another time, and why)";

std::size_t top_of(const std::string& text) try { return parse_whole(text); } catch (const std::invalid_argument&) {
  throw UsageError("--top " + text + ": a number of links would be right, such as 10");
}

}  // namespace

void add_compare_options(CLI::App& app, CompareCommand& command) {
  CLI::App& compare = *app.add_subcommand("compare", "Tell what changed between two results, and why");
  compare.footer(compare_examples);
  compare.add_option("BEFORE", command.before, "A result of run --json");
  compare.add_option("AFTER", command.after, "Another");
  add_output(compare, "--json", command.json, "Write the comparison as JSON");
  compare
      .add_option_function<std::string>(
          "--top", [&command](const std::string& text) { command.top = top_of(text); }, "How many links to list [10]")
      ->type_name("LINKS");
}

CompareCommand checked(const CompareCommand& command) {
  if (command.after.empty()) throw UsageError("compare needs two results: collsim compare BEFORE.json AFTER.json");
  if (command.json && *command.json != "-" &&
      (same_file(*command.json, command.before) || same_file(*command.json, command.after)))
    throw UsageError("--json " + *command.json + " would overwrite what is compared: name another file");
  return command;
}

}  // namespace collsim
