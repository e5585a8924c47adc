#include "topology/generate/ids.h"

#include "base/id_range.h"
#include "support/catch.h"
#include "support/random.h"

using namespace collsim;

namespace {

Ids expanded(const Ids& patterns) {
  Ids ids;
  for (const std::string& pattern : patterns)
    for (std::string& id : expand_ids(pattern)) ids.push_back(std::move(id));
  return ids;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

}  // namespace

TEST_CASE("ids: runs that count upwards become one pattern") {
  CHECK(patterns(numbered("leaf", 12)) == Ids{"leaf[0-11]"});
  CHECK(patterns(Ids{"n8.nic3", "n9.nic3", "n10.nic3"}) == Ids{"n[8-10].nic3"});
  CHECK(patterns(Ids{"a", "b", "c7"}) == Ids{"a", "b", "c7"});
  CHECK(patterns(Ids{"n0.c0", "n0.c1", "n1.c0", "n1.c1"}) == Ids{"n0.c[0-1]", "n1.c[0-1]"});
  CHECK(patterns(Ids{"c1", "c2", "c4", "c3"}) == Ids{"c[1-2]", "c4", "c3"});
  CHECK(patterns({}).empty());
}

TEST_CASE("ids: a number with leading zeros is a text and counts nothing") {
  CHECK(patterns(Ids{"c08", "c09", "c10"}) == Ids{"c08", "c09", "c10"});
}

TEST_CASE("ids: pairs run as long as both sides count, and one id goes with a whole list") {
  CHECK(pair_patterns(numbered("c", 4), numbered("nic", 4)) == Pairs{{"c[0-3]", "nic[0-3]"}});
  CHECK(pair_patterns(Ids{"c0", "c1", "c2"}, Ids{"a0", "a1", "b0"}) == Pairs{{"c[0-1]", "a[0-1]"}, {"c2", "b0"}});
  CHECK(pair_patterns(Ids{"leaf"}, Ids{"s0", "s1", "t"}) == Pairs{{"leaf", "s[0-1]"}, {"leaf", "t"}});
  CHECK(pair_patterns(Ids{"c0", "c1"}, Ids{"sw3"}) == Pairs{{"c[0-1]", "sw3"}});
}

TEST_CASE("ids: whatever the ids, their patterns expand to them in their order", "[property]") {
  // Few letters and numbers, so that runs begin, end and nearly continue in every way.
  const Ids stems{"a", "b", "a1", "a.b"}, ends{"", "", "x", ".c2", ".c3"};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    test::Random random(seed);
    Ids ids;
    int number = 0;
    for (int i = 0; i < 12; ++i) {
      number = random.below(3) == 0 ? static_cast<int>(random.below(12)) : number + 1;
      ids.push_back(stems[random.below(4) == 0 ? random.below(4) : 0] + std::to_string(number) +
                    ends[random.below(3) == 0 ? random.below(5) : 0]);
    }
    CAPTURE(seed);
    CHECK(expanded(patterns(ids)) == ids);
  }
}
