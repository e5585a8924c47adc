#include "base/error.h"

#include <array>

#include "support/catch.h"

using namespace collsim;

namespace {

std::string message_of(const Diagnostics& diagnostics) {
  try {
    diagnostics.throw_if_any();
  } catch (const InputError& e) {
    return e.what();
  }
  return "nothing thrown";
}

}  // namespace

TEST_CASE("a diagnostic reads FILE:LINE:COLUMN: error: message, and leaves out an unknown position") {
  CHECK(to_string(Diagnostic{"a.yaml", {3, 7}, "wrong"}) == "a.yaml:3:7: error: wrong");
  CHECK(to_string(Diagnostic{"a.yaml", {}, "wrong"}) == "a.yaml: error: wrong");
}

TEST_CASE("diagnostics: nothing collected throws nothing") {
  const Diagnostics none("a.yaml");
  CHECK(none.empty());
  CHECK_NOTHROW(none.throw_if_any());
}

TEST_CASE("diagnostics come in order of position, each once, those of other sources last") {
  Diagnostics found("a.yaml");
  found.add({"--set x=1", {}, "from the command line"});
  found.add({10, 2}, "third");
  found.add({2, 9}, "second");
  found.add({2, 1}, "first");
  found.add({2, 9}, "second");
  CHECK(message_of(found) ==
        "a.yaml:2:1: error: first\n"
        "a.yaml:2:9: error: second\n"
        "a.yaml:10:2: error: third\n"
        "--set x=1: error: from the command line");
}

TEST_CASE("diagnostics: 20 are shown and the rest is counted") {
  Diagnostics found("a.yaml");
  for (int line = 1; line <= 25; ++line) found.add({line, 1}, "wrong");
  try {
    found.throw_if_any();
    FAIL("must throw");
  } catch (const InputError& e) {
    REQUIRE(e.diagnostics().size() == 21);
    CHECK(e.diagnostics()[19].mark.line == 20);
    CHECK(to_string(e.diagnostics()[20]) == "a.yaml: error: 5 more like these are not shown");
  }
}

TEST_CASE("a suggestion is the nearest word with at most a third of the letters wrong") {
  constexpr std::array<std::string_view, 4> words{"latency", "bandwidth", "from", "to"};
  CHECK(suggestion("latancy", words) == " (did you mean 'latency'?)");
  CHECK(suggestion("bandwith", words) == " (did you mean 'bandwidth'?)");
  CHECK(suggestion("form", words) == " (did you mean 'from'?)");  // a swapped pair is one error
  CHECK(suggestion("frmo", words) == " (did you mean 'from'?)");
  CHECK(suggestion("colour", words).empty());
  CHECK(suggestion("t", words).empty());
  CHECK(suggestion("", words).empty());
  CHECK(suggestion(std::string(1'000'000, 'x'), words).empty());
}

TEST_CASE("a quoted text stays one short line") {
  CHECK(quote("64 MB") == "'64 MB'");
  CHECK(quote("a\nb\tc") == "'a?b?c'");
  CHECK(quote(std::string(100, 'x')) == "'" + std::string(60, 'x') + "...'");
  // Cutting at 60 bytes would split the two bytes of the last character.
  CHECK(quote(std::string(59, 'x') + "\u00B5s") == "'" + std::string(59, 'x') + "...'");
}
