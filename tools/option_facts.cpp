#include "option_facts.h"

#include <CLI/CLI.hpp>

namespace collsim {
namespace {

std::vector<OptionFacts> facts_where(const CLI::App& command, bool positional) {
  std::vector<OptionFacts> all;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional() == positional && !option->get_group().empty()) all.push_back(facts_of(*option));
  return all;
}

}  // namespace

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  for (const std::string& name : option.get_snames()) facts.names.push_back('-' + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  facts.value = option.get_positional() ? option.get_name() : option.get_type_name();
  if (!option.get_positional() && option.get_expected_max() == 0) facts.value.clear();
  facts.help = option.get_description();
  return facts;
}

std::vector<OptionFacts> option_facts(const CLI::App& command) { return facts_where(command, false); }

std::vector<OptionFacts> argument_facts(const CLI::App& command) { return facts_where(command, true); }

std::vector<const CLI::App*> commands_of(const CLI::App& app) { return app.get_subcommands({}); }

}  // namespace collsim
