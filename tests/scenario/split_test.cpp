// NCCL_TESTS_SPLIT of nccl-tests (README.md, "Running multiple operations in parallel").

#include "scenario/split.h"

#include <stdexcept>
#include <vector>

#include "scenario/read.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<std::string> ids(const Scenario& scenario) {
  std::vector<std::string> found;
  for (const CollectiveSpec& c : scenario.collectives) found.push_back(c.id);
  return found;
}

std::string ranks(const CollectiveSpec& spec) {
  std::string text;
  for (const Reference& r : spec.ranks) text += (text.empty() ? "" : " ") + r.text;
  return text;
}

Scenario split(const std::string& by, const std::string& more = "") {
  return read_on_star("collectives: [{id: grad, op: all_reduce, size: 8, split: '" + by + "'" + more + "}]\n");
}

}  // namespace

TEST_CASE("split: the words and signs of nccl-tests, decimal, hexadecimal and binary") {
  for (const char* text : {"AND 0x7", "&7", "and 0b111", "0x7", " AND7 "}) {
    CAPTURE(text);
    CHECK(parse_split(text).color(13) == 5);
  }
  CHECK(parse_split("MOD 8").color(13) == 5);
  CHECK(parse_split("%8").color(13) == 5);
  CHECK(parse_split("DIV 8").color(13) == 1);
  CHECK(parse_split("/ 8").color(13) == 1);
  CHECK(parse_split("OR 0x7").color(13) == 15);
  CHECK(parse_split("|7").color(13) == 15);
}

TEST_CASE("split: AND 0x7 makes the groups of MOD 8, and OR 0x7 those of DIV 8") {
  for (std::uint64_t a = 0; a < 64; ++a) {
    for (std::uint64_t b = 0; b < 64; ++b) {
      const auto together = [&](const char* text) { return parse_split(text).color(a) == parse_split(text).color(b); };
      CHECK(together("AND 0x7") == together("MOD 8"));
      CHECK(together("OR 0x7") == together("DIV 8"));
    }
  }
}

TEST_CASE("split: what is none is refused with what would be right") {
  for (const char* text : {"", "XOR 7", "MOD", "MOD 0", "DIV 0", "AND 0x", "MOD 8 8", "-1"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_split(text), std::invalid_argument);
  }
  CHECK_THAT(errors_on_star("collectives: [{op: all_reduce, size: 8, split: XOR 7}]\n"),
             ContainsSubstring("split: 'XOR 7' is no split: write one of AND, OR, MOD, DIV and a number"));
  CHECK_THAT(
      errors_on_star("collectives: [{op: all_to_all, split: MOD 2, ranks: 'c[0-1]', matrix: [[0, 1], [1, 0]]}]\n"),
      ContainsSubstring("split makes groups: leave one of them out"));
}

TEST_CASE("split: a collective becomes one for each group, ranks in order") {
  const Scenario by_rest = split("MOD 4");
  CHECK(ids(by_rest) == std::vector<std::string>{"grad[0]", "grad[1]", "grad[2]", "grad[3]"});
  CHECK(ranks(by_rest.collectives[1]) == "c1 c5");
  CHECK(by_rest.collectives[1].split_of == "grad");
  const Scenario by_node = split("DIV 4");
  REQUIRE(by_node.collectives.size() == 2);
  CHECK(ranks(by_node.collectives[1]) == "c4 c5 c6 c7");
  // Ranks count, not chips: of six in this order the even ones are c7, c5 and c3.
  CHECK(ranks(split("MOD 2", ", ranks: 'c7 c6 c5 c4 c3 c2'").collectives[0]) == "c7 c5 c3");
  // A mask of 0 splits nothing.
  CHECK(split("0").collectives.size() == 1);
}

TEST_CASE("split: who waits for the collective waits for all groups, and groups wait as it would") {
  const Scenario s = read_on_star(
      "collectives:\n- {id: first, op: all_reduce, size: 8}\n- {id: grad, op: all_reduce, size: 8, split: MOD 2, "
      "after: "
      "first}\n- {id: last, op: all_reduce, size: 8, after: [grad, first]}\n");
  CHECK(ids(s) == std::vector<std::string>{"first", "grad[0]", "grad[1]", "last"});
  CHECK(s.collectives[1].after == std::vector<std::size_t>{0});
  CHECK(s.collectives[2].after == std::vector<std::size_t>{0});
  CHECK(s.collectives[3].after == std::vector<std::size_t>{1, 2, 0});
}

TEST_CASE("split: an id that a group has already is refused") {
  CHECK_THAT(
      errors_on_star("collectives: [{id: g, op: all_reduce, size: 8, split: MOD 2}, {id: 'g[1]', op: all_reduce, "
                     "size: 8}]\n"),
      ContainsSubstring("'g[1]' is what a group of a split collective is called"));
}
