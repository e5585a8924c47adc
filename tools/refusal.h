#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace collsim {

// What is said about a command line that the parser cannot take. `words` are those typed, without the program's name.
// Each throws UsageError.

/// About the first of `left_over` that the command does not know, options first: what follows a misspelt option is only
/// left over because of it. Requires: `left_over` is not empty.
[[noreturn]] void refuse_left_over(const CLI::App& command, const std::vector<std::string>& left_over,
                                   const std::vector<std::string>& words);

/// About `word` where a command was expected.
[[noreturn]] void refuse_command(const CLI::App& app, const std::string& word, const std::vector<std::string>& words);

/// About an option of the command that has fewer values behind it than it needs, if there is one.
void refuse_missing_value(const CLI::App& command, const std::vector<std::string>& words);

}  // namespace collsim
