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

}  // namespace

TEST_CASE("readme: every command prints what it says") {
  const std::vector<Example> all = examples();
  REQUIRE(all.size() >= 2);
  for (const Example& example : all) {
    CAPTURE(example.arguments);
    const Outcome outcome = test::collsim(example.arguments);
    CHECK(outcome.status == 0);
    CHECK(outcome.out == example.output);
  }
}
