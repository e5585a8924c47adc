#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace collsim {

/// What the help, the manual page and the completion say about an option.
struct OptionFacts {
  std::vector<std::string> names;  ///< with their dashes, the long ones last; those of an argument are empty
  std::string value;               ///< the word for what it takes; empty for a flag
  std::string help;
};

/// Of an option or an argument.
OptionFacts facts_of(const CLI::Option& option);

/// The visible options of a command, in order.
std::vector<OptionFacts> option_facts(const CLI::App& command);

/// The visible arguments of a command, in order.
std::vector<OptionFacts> argument_facts(const CLI::App& command);

/// The visible commands.
std::vector<const CLI::App*> commands_of(const CLI::App& app);

}  // namespace collsim
