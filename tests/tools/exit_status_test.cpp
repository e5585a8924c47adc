#include <sstream>

#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"
#include "tools/scenarios.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

/// What the program does with a scenario of this text.
Outcome run_text(const std::string& yaml, std::vector<std::string> options = {}) {
  const ScratchFolder folder;
  options.insert(options.begin(), {"run", folder.write("s.yaml", yaml)});
  return collsim(options);
}

void check_refused(const std::vector<std::string>& arguments, int status, const std::string& message) {
  const Outcome outcome = collsim(arguments);
  CHECK(outcome.status == status);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, ContainsSubstring(message));
}

}  // namespace

TEST_CASE("exit status 0: results on standard output, nothing on standard error") {
  const Outcome outcome = run_text(ring_yaml(8, "1 GB"));
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  // 14 (10 us + 5 ms) = 70140 us; algbw 1e9 / 70.14 ms, busbw 7/4 of it.
  CHECK_THAT(outcome.out, ContainsSubstring("  70140.0   14.26   24.95  "));
}

TEST_CASE("exit status 2: wrong input is told with file, line and column") {
  const ScratchFolder folder;
  const std::string file = folder.write("s.yaml", ring_yaml(8, "minus"));
  const Outcome outcome = collsim({"run", file});
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, StartsWith(file + ":"));
  CHECK_THAT(outcome.err, ContainsSubstring(": error: "));
}

TEST_CASE("exit status 2: a misspelt option names the nearest") {
  check_refused({"run", "s.yaml", "--jsn", "x"}, 2, "unknown option '--jsn' (did you mean '--json'?)");
  check_refused({"run", "s.yaml", "--chekc"}, 2, "did you mean '--check'?");
  check_refused({"topology", "t.yaml", "--explict"}, 2, "did you mean '--explicit'?");
}

TEST_CASE("exit status 2: a misspelt command names the nearest") {
  check_refused({"rnu", "s.yaml"}, 2, "unknown command 'rnu' (did you mean 'run'?)");
  check_refused({"algoritms"}, 2, "did you mean 'algorithms'?");
}

TEST_CASE("exit status 2: missing and superfluous arguments") {
  check_refused({"run"}, 2, "needs a scenario file");
  check_refused({"topology"}, 2, "needs a topology file");
  check_refused({"run", "s.yaml", "t.yaml"}, 2, "'t.yaml' is one argument too many");
  check_refused({"topology", "t.yaml", "--path", "c0", "c1", "--explicit"}, 2, "give one or the other");
  check_refused({"run", "s.yaml", "--json", ""}, 2, "--json needs a file name");
}

TEST_CASE("exit status 2: numbers that are none") {
  check_refused({"run", "s.yaml", "-b", "many"}, 2, "-b many");
  check_refused({"run", "s.yaml", "-b", "-5"}, 2, "-b");
  check_refused({"run", "s.yaml", "-b", "8", "-e", "16", "-f", "two"}, 2, "-f two");
  check_refused({"run", "s.yaml", "-b", "8", "-e", "16", "-f", "1"}, 2, "-f 1");
  check_refused({"run", "s.yaml", "-b", "16", "-e", "8"}, 2, "-b 16 is above -e 8");
  check_refused({"run", "s.yaml", "-b", "0", "-e", "8"}, 2, "-b 0 never grows");
  check_refused({"run", "s.yaml", "-f", "4"}, 2, "needs both ends, as in -b 8 -e 1G -f 4");
  check_refused({"run", "s.yaml", "-b", "8", "-f", "4"}, 2, "needs both ends, as in -b 8 -e 1G -f 4");
}

TEST_CASE("exit status 2: an option without its value is named as it was typed, with an example") {
  check_refused({"run", "s.yaml", "-b", "-e", "4"}, 2, "-b needs a size, as in -b 8M");
  check_refused({"run", "s.yaml", "-b"}, 2, "-b needs a size, as in -b 8M");
  check_refused({"run", "s.yaml", "--maxbytes"}, 2, "--maxbytes needs a size, as in --maxbytes 8M");
  check_refused({"run", "s.yaml", "--json"}, 2, "--json needs a file name, or - for standard output");
  check_refused({"run", "--set"}, 2, "--set needs a key and its value, as in --set model.sync=dataflow");
  check_refused({"topology", "t.yaml", "--path", "g0"}, 2, "--path needs two nodes, as in --path c0 c15");
  check_refused({"topology", "t.yaml", "--path", "g0", "--explicit"}, 2, "--path needs two nodes");
}

TEST_CASE("exit status 2: an unknown option without a near name points to the help") {
  check_refused({"run", "s.yaml", "--quux"}, 2, "unknown option '--quux'; `collsim run --help` lists them");
  check_refused({"topology", "t.yaml", "--quux"}, 2, "`collsim topology --help` lists them");
  check_refused({"--quux"}, 2, "`collsim --help` lists them");
}

TEST_CASE("exit status 2: an option that is a key of the scenario is written with --set") {
  check_refused({"run", "s.yaml", "--seed", "3"}, 2, "a key of the scenario is changed by --set seed=3");
  check_refused({"run", "--size", "8", "s.yaml"}, 2, "--set collectives.0.size=8");
  check_refused({"run", "s.yaml", "--alpha-start=1us"}, 2, "--set model.alpha_start=1us");
  check_refused({"run", "s.yaml", "--seed", "--check"}, 2, "--set seed=VALUE");
}

TEST_CASE("exit status 2: two results cannot share one file") {
  check_refused({"run", "s.yaml", "--json", "no/../r", "--csv", "./r"}, 2, "need a file each");
  check_refused({"run", "s.yaml", "--json", "-", "--csv", "-"}, 2, "at most one of them may be standard output");
}

TEST_CASE("exit status 3: what cannot finish says why") {
  const Outcome outcome = run_text(unreachable_yaml());
  CHECK(outcome.status == 3);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, ContainsSubstring("c0") && ContainsSubstring("c1"));
}

TEST_CASE("exit status 4: a scenario that cannot be read") {
  check_refused({"run", "/no/such.yaml"}, 4, "/no/such.yaml");
}

TEST_CASE("without a command: the help, as an error") {
  const Outcome outcome = collsim({});
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, ContainsSubstring("collsim run scenarios/quickstart.yaml"));
}

TEST_CASE("options: --help teaches each command by an example") {
  for (const std::string command : {"run", "sweep", "compare", "topology", "algorithms"}) {
    const Outcome outcome = collsim({command, "--help"});
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    CHECK_THAT(outcome.out, ContainsSubstring("Example") && ContainsSubstring("  collsim " + command));
  }
  CHECK_THAT(collsim({"--help"}).out, ContainsSubstring("Exit status: 0 done"));
}

TEST_CASE("options: the examples of --help work as they stand") {
  std::istringstream help(collsim({"--help"}).out);
  int examples = 0;
  for (std::string line; std::getline(help, line);) {
    if (!line.starts_with("  collsim ")) continue;
    // What an example does stands behind it, three blanks or more away.
    std::istringstream words(line.substr(0, line.find("   ", 2)));
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    arguments.erase(arguments.begin());
    CAPTURE(line);
    CHECK(collsim(arguments).status == 0);
    ++examples;
  }
  CHECK(examples >= 3);
}

TEST_CASE("options: --version names the version, the revision and the compiler") {
  const Outcome outcome = collsim({"--version"});
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("collsim ") && ContainsSubstring("("));
}

}  // namespace collsim::test
