#include "sweep_options.h"

#include <CLI/CLI.hpp>

#include "base/units.h"
#include "common_options.h"

namespace collsim {
namespace {

constexpr const char* sweep_examples = R"(Examples:
  collsim sweep sizes.yaml                         print a row for each run and collective (CSV)
  collsim sweep sizes.yaml --csv sizes.csv         the same in a file; started again it goes on where it was
  mpirun --enable-recovery -n 4 collsim sweep sizes.yaml --csv sizes.csv
  collsim sweep sizes.yaml --csv sizes.csv --shard 2/8
  collsim sweep sizes.yaml --csv sizes.csv --merge sizes.csv.part-*

What is done stands in FILE.part until all is. Any number of processes that are started with the same FILE, on one
machine or on several that share its folder, hand the runs out among themselves; what a killed one had in hand is
handed out again. A run that fails is a row with its exit status and the reason.)";

std::size_t part_of(const std::string& text, const std::string& number) try {
  return parse_whole(number);
} catch (const std::invalid_argument&) {
  throw UsageError("--shard " + text + ": a shard and how many there are would be right, such as 1/4");
}

SweepCommand::Shard shard_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::string of = slash == std::string::npos ? "" : text.substr(slash + 1);
  const SweepCommand::Shard shard{part_of(text, text.substr(0, slash)), part_of(text, of)};
  if (shard.number < 1 || shard.number > shard.of)
    throw UsageError("--shard " + text + ": shards are numbered from 1 to " + of);
  return shard;
}

int threads_of(const std::string& text) try {
  constexpr std::size_t most = 4096;
  const std::size_t threads = parse_whole(text);
  if (threads < 1 || threads > most) throw std::invalid_argument("");
  return static_cast<int>(threads);
} catch (const std::invalid_argument&) {
  throw UsageError("--threads " + text + ": a whole number from 1 to 4096 would be right");
}

std::string file_of(const std::string& text) {
  if (text.empty()) throw UsageError("--csv needs a file name, or - for standard output");
  return text;
}

}  // namespace

void add_sweep_options(CLI::App& app, SweepCommand& command) {
  CLI::App& sweep =
      *app.add_subcommand("sweep", "Run a scenario in many variants, on all cores: one table of them all");
  sweep.footer(sweep_examples);
  sweep.add_option("SWEEP", command.file, "The scenario and what to vary in it (YAML)");
  const auto on = [&sweep](const char* name, const char* type, const char* help, auto take) {
    sweep.add_option_function<std::string>(name, take, help)->type_name(type);
  };
  on("--csv", "FILE", "Write the rows there instead of standard output",
     [&command](const std::string& text) { command.csv = file_of(text); });
  on("--shard", "I/N", "Do every Nth run, from the Ith on, and leave them in FILE.part-I-of-N",
     [&command](const std::string& text) { command.shard = shard_of(text); });
  on("--threads", "THREADS", "How many runs at once [the cores that this process may use]",
     [&command](const std::string& text) { command.threads = threads_of(text); });
  sweep.add_option("--merge", command.merge, "Run nothing: join what shards have left behind")->type_name("PARTS");
  sweep.add_flag("--check", command.check, "Prove every allocation and every schedule while running");
  add_verbosity(sweep, command.verbosity);
}

SweepCommand checked(const SweepCommand& command) {
  if (command.file.empty()) throw UsageError("sweep needs a file that says what to vary: collsim sweep SWEEP.yaml");
  if (command.shard && !command.merge.empty())
    throw UsageError("--shard runs a part and --merge joins parts: give one");
  if (command.shard && (!command.csv || *command.csv == "-"))
    throw UsageError("--shard leaves its part beside a file: name it with --csv");
  return command;
}

}  // namespace collsim
