// The README shows real output: each command in it is run and must print what stands there.

#include <fstream>
#include <sstream>

#include "support/catch.h"
#include "tools/run_collsim.h"

using namespace collsim;
using test::Outcome;

namespace {

struct Example {
  std::vector<std::string> arguments;
  std::string output;
};

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}

/// The blocks that begin with `$ tools/collsim`.
std::vector<Example> examples() {
  std::ifstream readme(COLLSIM_SOURCE_DIR "/README.md");
  const std::string prompt = "$ tools/collsim ";
  std::vector<Example> found;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("```")) inside = false;
    if (inside) found.back().output += line + "\n";
    if (!line.starts_with(prompt)) continue;
    found.push_back({words(line.substr(prompt.size())), ""});
    inside = true;
  }
  return found;
}

/// Whether the output is what the README shows, where a line of `…` stands for any lines.
bool shows(const std::string& shown, const std::string& output) {
  const std::string gap = "…\n";
  std::size_t at = 0, from = 0;
  for (std::size_t end = shown.find(gap); end != std::string::npos; end = shown.find(gap, from)) {
    const std::size_t found = output.find(shown.substr(from, end - from), at);
    if (found == std::string::npos || (from == 0 && found != 0)) return false;
    at = found + end - from;
    from = end + gap.size();
  }
  const std::string rest = shown.substr(from);
  return from == 0 ? output == rest : rest.empty() || (output.size() >= at + rest.size() && output.ends_with(rest));
}

}  // namespace

TEST_CASE("readme: every command prints what it says") {
  const std::vector<Example> all = examples();
  REQUIRE(all.size() >= 2);
  for (const Example& example : all) {
    CAPTURE(example.arguments);
    const Outcome outcome = test::collsim(example.arguments);
    CHECK(outcome.status == 0);
    CAPTURE(example.output, outcome.out);
    CHECK(shows(example.output, outcome.out));
  }
}

TEST_CASE("readme: lines that it leaves out may be anything, and nothing else may") {
  const std::string output = "a\nb\nc\nd\n";
  CHECK(shows("a\nb\nc\nd\n", output));
  CHECK(shows("a\n…\nd\n", output));
  CHECK(shows("…\nb\nc\n…\n", output));
  CHECK_FALSE(shows("a\nb\n", output));
  CHECK_FALSE(shows("b\n…\n", output));
  CHECK_FALSE(shows("…\nc\nb\n…\n", output));
  CHECK_FALSE(shows("a\n…\nc\n", output));
}
