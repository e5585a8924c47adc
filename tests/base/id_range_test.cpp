#include "base/id_range.h"

#include <stdexcept>

#include "support/catch.h"

using namespace collsim;
using Ids = std::vector<std::string>;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string refusal(std::string_view pattern) {
  try {
    expand_ids(pattern);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("id ranges: a text without brackets is itself") { CHECK(expand_ids("leaf") == Ids{"leaf"}); }

TEST_CASE("id ranges: lists and ranges expand in the order written, the last bracket fastest") {
  CHECK(expand_ids("c[0-3]") == Ids{"c0", "c1", "c2", "c3"});
  CHECK(expand_ids("c[7,0-1]x") == Ids{"c7x", "c0x", "c1x"});
  CHECK(expand_ids("n[0-1]g[0-1,9]") == Ids{"n0g0", "n0g1", "n0g9", "n1g0", "n1g1", "n1g9"});
}

TEST_CASE("id ranges: leading zeros are kept") {
  CHECK(expand_ids("c[08-11]") == Ids{"c08", "c09", "c10", "c11"});
  CHECK(expand_ids("c[098-101]") == Ids{"c098", "c099", "c100", "c101"});
  CHECK(expand_ids("c[0-1]") == Ids{"c0", "c1"});
}

TEST_CASE("id ranges: counting agrees with expanding") {
  for (const char* pattern : {"x", "c[5]", "c[0-99]", "n[0-3]g[0-7,9]", "[1-2][3-4][5-6]", "c[3,3]"}) {
    CAPTURE(pattern);
    CHECK(count_ids(pattern) == expand_ids(pattern).size());
  }
}

TEST_CASE("id ranges: what is no pattern is refused, and the message says what would be right") {
  CHECK(refusal("c[3-0]") == "'c[3-0]' has a falling range: write [0-3]");
  CHECK(refusal("c[0-3") == "'c[0-3' has a '[' without its ']'");
  CHECK(refusal("c[[0]]") == "'c[[0]]' has a '[' without its ']'");
  CHECK(refusal("c0]") == "'c0]' has a ']' without a '[' before it");
  for (const char* pattern : {"c[]", "c[-3]", "c[0-]", "c[0,,1]", "c[a-b]", "c[0..3]", "c[0-1-2]", "c[0, 1]"}) {
    CAPTURE(pattern);
    CHECK_THAT(refusal(pattern), ContainsSubstring("not of the form [0-15] or [0-7,9]"));
  }
  CHECK_THAT(refusal(""), ContainsSubstring("empty"));
}

TEST_CASE("id ranges: more than 10 million ids are refused before any is made") {
  CHECK(count_ids("c[1-10000000]") == 10'000'000);
  CHECK_THAT(refusal("c[0-10000000]"), ContainsSubstring("more than 10 million"));
  CHECK_THAT(refusal("a[0-9999]b[0-9999]"), ContainsSubstring("more than 10 million"));
  CHECK_THAT(refusal("a[0-999999999999999999]b[0-999999999999999999]"), ContainsSubstring("more than 10 million"));
  CHECK_THAT(refusal("a[0-9999999999999999999]"), ContainsSubstring("more than 18 digits"));
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "[0]";
  CHECK_THAT(refusal(many), ContainsSubstring("more than 16 ranges"));
  CHECK_THAT(refusal(std::string(1000, 'c')), ContainsSubstring("longer than 256"));
}
