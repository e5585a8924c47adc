#include "refusal.h"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "command_line.h"

namespace collsim {
namespace {

/// What an option takes, by the word for it in the help, and an example of it.
struct Wanted {
  std::string_view type, what, example;
};
constexpr Wanted wanted[] = {{"SIZE", "a size", "8M"},
                             {"NUMBER", "a number", "2"},
                             {"FILE", "a file name, or - for standard output", "result.out"},
                             {"PATH=VALUE", "a key and its value", "model.sync=dataflow"},
                             {"LINKS", "a number of links", "10"},
                             {"EVENTS", "a number of events", "65000"},
                             {"I/N", "a shard and how many there are", "1/4"},
                             {"THREADS", "a number of threads", "4"},
                             {"PARTS", "what the shards have left behind", "out.csv.part-*"},
                             {"SCENARIO", "a scenario file", "scenario.yaml"},
                             {"NODE", "two nodes", "c0 c15"},
                             {"NODES", "two lists of nodes", "'c[0-7]' 'c[8-15]'"},
                             {"TIES", "file_order or destination", "destination"}};

/// Not a negative number, and not the `-` of standard output.
bool looks_like_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && std::string_view("0123456789.").find(word[1]) == std::string_view::npos;
}

/// The long names of an app's visible options, with their dashes.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options([](const CLI::Option* o) { return !o->get_positional(); })) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string nearest_of(const std::string& word, const std::vector<std::string>& names) {
  return suggestion(word, std::vector<std::string_view>(names.begin(), names.end()));
}

/// What was to be the value of the option `word`: behind its `=`, or the next word.
std::string value_of(const std::string& word, const std::vector<std::string>& words) {
  if (const std::size_t equals = word.find('='); equals != std::string::npos) return word.substr(equals + 1);
  const auto at = std::find(words.begin(), words.end(), word);
  const bool followed = at != words.end() && at + 1 != words.end() && !looks_like_option(*(at + 1));
  return followed ? *(at + 1) : "VALUE";
}

/// The key of a scenario that an option `--key` was to change, as a path of --set; empty where it is none.
std::string key_path(const std::string& option) {
  if (option.rfind("--", 0) != 0) return {};
  std::string key = option.substr(2);
  std::replace(key.begin(), key.end(), '-', '_');
  return set_path(key);
}

[[noreturn]] void refuse_option(const CLI::App& command, const std::string& word,
                                const std::vector<std::string>& words) {
  const std::string option = word.substr(0, word.find('='));
  const bool run = command.get_name() == "run";
  if (const std::string path = run ? key_path(option) : ""; !path.empty())
    throw UsageError("unknown option '" + option + "': a key of the scenario is changed by --set " + path + '=' +
                     value_of(word, words));
  const std::string near = nearest_of(option, option_names(command));
  const std::string help =
      command.get_parent() == nullptr ? "collsim --help" : "collsim " + command.get_name() + " --help";
  throw UsageError("unknown option '" + option + '\'' + (near.empty() ? "; `" + help + "` lists them" : near));
}

}  // namespace

void refuse_left_over(const CLI::App& command, const std::vector<std::string>& left_over,
                      const std::vector<std::string>& words) {
  for (const std::string& word : left_over)
    if (word.size() > 1 && word[0] == '-') refuse_option(command, word, words);
  throw UsageError("'" + left_over.front() + "' is one argument too many");
}

void refuse_command(const CLI::App& app, const std::string& word, const std::vector<std::string>& words) {
  if (word[0] == '-') refuse_left_over(app, {word}, words);
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  throw UsageError("unknown command '" + word + '\'' + nearest_of(word, names) + "; `collsim --help` lists them");
}

void refuse_missing_value(const CLI::App& command, const std::vector<std::string>& words) {
  for (auto word = words.begin(); word != words.end(); ++word) {
    const CLI::Option* option = looks_like_option(*word) ? command.get_option_no_throw(*word) : nullptr;
    if (option == nullptr || option->get_expected_min() == 0) continue;
    const auto given = std::find_if(word + 1, words.end(), looks_like_option) - (word + 1);
    if (given >= option->get_expected_min()) continue;
    for (const Wanted& w : wanted)
      if (option->get_type_name() == w.type)
        throw UsageError(*word + " needs " + std::string(w.what) + ", as in " + *word + ' ' + std::string(w.example));
  }
}

}  // namespace collsim
