#include <cstdlib>
#include <regex>
#include <set>

#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string printed(const std::vector<std::string>& arguments) {
  const Outcome outcome = collsim(arguments);
  REQUIRE(outcome.status == 0);
  return outcome.out;
}

std::set<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), regex); match != std::sregex_iterator(); ++match)
    found.insert((*match)[1]);
  return found;
}

/// The commands that the help lists.
std::set<std::string> commands() {
  const std::string help = printed({"--help"});
  return matches(help.substr(help.find("Subcommands:")), "\n  ([a-z]+) {2,}");
}

/// The options, as the help puts them at the begin of a line.
std::set<std::string> options_of(const std::string& command) {
  return matches(printed({command, "--help"}), "\n  (?:-[a-z],)?(--[a-z-]+)");
}

std::string as_in_manual(const std::string& option) { return std::regex_replace(option, std::regex("-"), "\\-"); }

/// What bash offers for the last of these words.
std::set<std::string> offered(const ScratchFolder& folder, const std::string& words, int at) {
  folder.write("script", printed({"completion", "bash"}));
  const std::string out = folder.file("out");
  const std::string line = "bash -c 'source " + folder.file("script") + "; COMP_WORDS=(" + words +
                           "); COMP_CWORD=" + std::to_string(at) +
                           "; _collsim; printf \"%s\\n\" \"${COMPREPLY[@]}\"' >" + out;
  REQUIRE(std::system(line.c_str()) == 0);
  return matches(read_file(out), "([^\n]+)\n");
}

}  // namespace

TEST_CASE("manual: every command and option of the help is in the page and in the completions") {
  const std::string manual = printed({"manual"});
  const std::string bash = printed({"completion", "bash"}), zsh = printed({"completion", "zsh"}),
                    fish = printed({"completion", "fish"});
  REQUIRE(commands().count("run") == 1);
  for (const std::string& command : commands()) {
    CHECK_THAT(manual, ContainsSubstring(".SS \"collsim " + command));
    CHECK_THAT(fish, ContainsSubstring("-a " + command + " -d "));
    CHECK_THAT(zsh, ContainsSubstring("    " + command + ")\n"));
    const auto options = options_of(command);
    CHECK(options.count("--help") == 1);
    for (const std::string& option : options) {
      CHECK_THAT(manual, ContainsSubstring("\\fB" + as_in_manual(option) + "\\fR"));
      CHECK_THAT(bash, ContainsSubstring(option));
      CHECK_THAT(zsh, ContainsSubstring('\'' + option + '['));
      CHECK_THAT(fish, ContainsSubstring("-l " + option.substr(2) + ' '));
    }
  }
}

TEST_CASE("manual: no line of it is a request that man does not know") {
  const std::set<std::string> known = {"TH", "SH", "SS", "TP", "PP", "EX", "EE"};
  for (const std::string& request : matches(printed({"manual"}), "\n[.']([^ \n]*)")) CHECK(known.count(request) == 1);
}

TEST_CASE("completion: bash offers commands first, then a command's options, and else leaves it to the files") {
  const ScratchFolder folder;
  auto first = offered(folder, "collsim \"\"", 1);
  for (const std::string& command : commands()) CHECK(first.count(command) == 1);
  CHECK(offered(folder, "collsim swe", 1) == std::set<std::string>{"sweep"});
  CHECK(offered(folder, "collsim sweep s.yaml --sh", 3) == std::set<std::string>{"--shard"});
  CHECK(offered(folder, "collsim run s.yaml --sh", 3).empty());
  CHECK(offered(folder, "collsim run s", 2).empty());
}

TEST_CASE("completion: a shell that there is not is refused with those there are") {
  const Outcome outcome = collsim({"completion", "tcsh"});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("completion tcsh: bash, zsh or fish would be right"));
  CHECK(collsim({"completion"}).status == 2);
}

}  // namespace collsim::test
