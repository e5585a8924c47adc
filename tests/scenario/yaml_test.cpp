#include "scenario/read.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("yaml: an empty file, and one of comments alone, say so") {
  for (const char* text : {"", "\n\n", "# only this\n", "---\n", "~\n", "\xEF\xBB\xBF"}) {
    CAPTURE(text);
    CHECK(errors(text) == "s.yaml: error: the file is empty");
  }
}

TEST_CASE("yaml: a second document is refused where it begins") {
  CHECK(errors("a: 1\n---\nb: 2\n") == "s.yaml:2:1: error: the document ends before this: one file holds one document");
}

TEST_CASE("yaml: a tab in the indentation is refused in plain words, elsewhere it is a blank") {
  CHECK(errors("model:\n\tsync: barrier\n") == "s.yaml:2:1: error: a tab stands in the indentation: YAML wants spaces");
  CHECK(errors("model:\n  \tsync: barrier\n") ==
        "s.yaml:2:3: error: a tab stands in the indentation: YAML wants spaces");
  CHECK(errors_on_star("collectives:\n\t\n\t# a comment\n  - {op: all_reduce, size:\t1 MiB}\t\n") == "accepted");
}

TEST_CASE("yaml: a key that stands twice names both places") {
  CHECK(errors_on_star("collectives:\n  - op: all_reduce\n    size: 1 MiB\n    size: 2 MiB\n") ==
        "s.yaml:5:5: error: key 'size' stands twice in one mapping (before: line 4, column 5)");
}

TEST_CASE("yaml: aliases, anchors and tags are refused, never ignored") {
  CHECK_THAT(errors("model: &m {}\ntopology: *m\n"),
             ContainsSubstring("s.yaml:1:8: error: anchors (&name) are not supported: leave it out") &&
                 ContainsSubstring("s.yaml:2:11: error: aliases (*name) are not supported: write the value out"));
  CHECK_THAT(errors("seed: !!str 5\n"),
             ContainsSubstring("s.yaml:1:7: error: tags (here 'tag:yaml.org,2002:str') are not supported"));
}

TEST_CASE("yaml: broken syntax is told once, at its place, in plain words") {
  CHECK(
      errors("topology: {nodes: [{id: c[0-3], kind: chip}]}\n") ==
      "s.yaml:1:26: error: not valid YAML: a '{' or '[' is not closed before this: a ',', '}' or ']' is missing, or a "
      "text that holds one of [ ] { } , needs quotes, as in \"c[0-7]\"");
  CHECK(errors("topology: \"x.yaml\nmodel: {}\n") ==
        "s.yaml:1:11: error: not valid YAML: a quoted text begins here and its closing quote is missing");
  CHECK(errors("topology: 'it''s.yaml\n") ==
        "s.yaml:1:11: error: not valid YAML: a quoted text begins here and its closing quote is missing");
  CHECK(errors("topology: x.yaml\n  model: {}\n") ==
        "s.yaml:2:8: error: not valid YAML: a ':' cannot stand here: one is missing before it, the indentation differs "
        "from the lines around, or the text needs quotes");
  CHECK(errors("a: 1\n]\n") == "s.yaml:2:1: error: not valid YAML: this bracket closes nothing");
  CHECK(errors("a: @b\n") == "s.yaml:1:4: error: not valid YAML: a text cannot begin with this character: quote it");
}

TEST_CASE("yaml: columns count characters, not bytes") {
  // Each µ takes two bytes: 28 of them stand before the wrong value, but 26 characters.
  CHECK_THAT(errors("model: {a: \u00B5, b: \u00B5, sync: no}\n"), ContainsSubstring("s.yaml:1:27: error: sync: 'no'"));
}

TEST_CASE("yaml: what is no text is refused before a parser can misread it") {
  // A parser that takes byte 4 for the end of the file would drop the second line in silence.
  CHECK_THAT(errors("seed: 1\n# \x04\nmodel: 1\n"), ContainsSubstring("s.yaml:2:3: error: a control character"));
  CHECK_THAT(errors(std::string("seed: 1\0\n", 9)), ContainsSubstring("s.yaml:1:8: error: a control character"));
  CHECK_THAT(errors("name: \xFF\n"), ContainsSubstring("s.yaml:1:7: error: this is not UTF-8"));
  CHECK_THAT(errors("name: a\x80\n"), ContainsSubstring("s.yaml:1:8: error: this is not UTF-8"));
  CHECK_THAT(errors("name: \xC3"), ContainsSubstring("s.yaml:1:7: error: this is not UTF-8"));
}

TEST_CASE("yaml: deep nesting and enormous texts are refused or read, never a crash") {
  CHECK_THAT(errors(std::string(100'000, '[')), ContainsSubstring("nested too deeply"));
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "- ";
  CHECK_THAT(errors(deep), ContainsSubstring("nested too deeply"));
  CHECK_THAT(errors("seed: " + std::string(5'000'000, '9') + "\n"), ContainsSubstring("is too large"));
  CHECK_THAT(errors(std::string(1'000'000, 'k') + ": 1\n"), ContainsSubstring("error"));
}

TEST_CASE("yaml: a byte order mark and Windows line ends change nothing") {
  const std::string text =
      "\xEF\xBB\xBFtopology: {nodes: [{id: \"c[0-1]\", kind: chip}]}\r\ncollectives:\r\n  - op: all_reduce\r\n    "
      "size: 1 "
      "MiB\r\n    sise: 2\r\n";
  CHECK_THAT(errors(text),
             ContainsSubstring("s.yaml:5:5: error: unknown key 'sise' of a collective (did you mean 'size'?)"));
}

TEST_CASE("yaml: keys are texts") {
  CHECK_THAT(errors("{[a]: b}\n"), ContainsSubstring("s.yaml:1:2: error: a key is one word or text"));
  CHECK_THAT(
      errors("[1, 2]\n"),
      ContainsSubstring("s.yaml:1:1: error: the scenario, a mapping such as {name: ...}, is wanted here, not a list"));
}
