#include "scenario/sweep_reader.h"

#include "support/catch.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

const std::string inlined = "scenario: {collectives: []}\n";

/// The values of the only axis, which varies one key.
std::vector<std::string> values(const std::string& vary) {
  const SweepSpec spec = parse_sweep(inlined + "vary: {key: " + vary + "}\n", "s.yaml");
  REQUIRE(spec.axes.size() == 1);
  std::vector<std::string> found;
  for (const SweepPoint& point : spec.axes.front()) {
    REQUIRE(point.size() == 1);
    CHECK(point.front().path == "key");
    found.push_back(point.front().value);
  }
  return found;
}

std::string refused(const std::string& yaml) try {
  parse_sweep(yaml, "s.yaml");
  return "not refused";
} catch (const InputError& error) {
  return error.what();
}

}  // namespace

TEST_CASE("sweep file: a list is one axis, whatever its values are") {
  CHECK(values("[1 MiB, 2 us, [c0, c1], {a: b}, true]") ==
        std::vector<std::string>{"1 MiB", "2 us", "[c0, c1]", "{a: b}", "true"});
  CHECK(values("3") == std::vector<std::string>{"3"});
  // Quotes decide what a text is, and what would end it in a list has them.
  CHECK(values("['8', \"c[0-3]\", '']") == std::vector<std::string>{"\"8\"", "\"c[0-3]\"", "\"\""});
}

TEST_CASE("sweep file: a range goes by its factor or its step, in sizes, times, bandwidths and numbers") {
  CHECK(values("{from: 1 KiB, to: 8 KiB, factor: 2}") == std::vector<std::string>{"1 KiB", "2 KiB", "4 KiB", "8 KiB"});
  CHECK(values("{from: 500 ns, to: 2 us, step: 500 ns}") ==
        std::vector<std::string>{"500 ns", "1 us", "1.5 us", "2 us"});
  CHECK(values("{from: 25 GB/s, to: 400 Gb/s, step: 25 GB/s}") == std::vector<std::string>{"25 GB/s", "50 GB/s"});
  CHECK(values("{from: 0.1, to: 0.3, step: 0.1}") == std::vector<std::string>{"0.1", "0.2", "0.3"});
  // The end counts only if it is met.
  CHECK(values("{from: 1, to: 10, factor: 3}") == std::vector<std::string>{"1", "3", "9"});
}

TEST_CASE("sweep file: keys below zip go on together, points are taken as they stand") {
  const SweepSpec spec = parse_sweep(inlined +
                                         "vary: {a: [1, 2], zip: [{b: [3, 4], c: [5, 6]}, {d: [7], e: [8]}]}\n"
                                         "points: [{f: 1}, {f: 2, g: 3}]\nrepeats: 4\n",
                                     "s.yaml");
  REQUIRE(spec.axes.size() == 4);
  CHECK(spec.axes[0].size() == 2);
  REQUIRE(spec.axes[1].size() == 2);
  CHECK(spec.axes[1][1][0].path == "b");
  CHECK(spec.axes[1][1][0].value == "4");
  CHECK(spec.axes[1][1][1].value == "6");
  CHECK(spec.axes[2].size() == 1);
  REQUIRE(spec.axes[3].size() == 2);
  CHECK(spec.axes[3][0].size() == 1);
  CHECK(spec.axes[3][1].size() == 2);
  CHECK(spec.repeats == 4);
}

TEST_CASE("sweep file: the scenario is a file beside it or stands in it") {
  CHECK(parse_sweep(inlined + "repeats: 2\n", "s.yaml").inlined);
  const ScratchFolder folder;
  folder.write("base.yaml", "collectives: []\n");
  const SweepSpec spec = read_sweep(folder.write("s.yaml", "scenario: base.yaml\nrepeats: 2\n"));
  CHECK_FALSE(spec.inlined);
  CHECK(spec.scenario_text == "collectives: []\n");
  CHECK(spec.scenario_file == folder.file("base.yaml"));
  CHECK_THROWS_AS(read_sweep(folder.write("t.yaml", "scenario: bse.yaml\nrepeats: 2\n")), FileError);
}

TEST_CASE("sweep file: what is wrong is told at its place") {
  CHECK_THAT(refused("scenario: {}\nvary: {a: []}\n"), ContainsSubstring("s.yaml:2:11: error: a: the list is empty"));
  CHECK_THAT(refused("scenario: {}\nvary: {a: {from: 1, to: 2}}\n"),
             ContainsSubstring("exactly one of factor and step"));
  CHECK_THAT(refused("scenario: {}\nvary: {a: {from: 2, to: 1, step: 1}}\n"), ContainsSubstring("less than 'from'"));
  CHECK_THAT(refused("scenario: {}\nvary: {a: {from: 0, to: 1, factor: 2}}\n"), ContainsSubstring("never gets"));
  CHECK_THAT(refused("scenario: {}\nvary: {a: {from: 1, to: 2 us, step: 1}}\n"),
             ContainsSubstring("are not two numbers"));
  CHECK_THAT(refused("scenario: {}\nvary: {a: {from: 0, to: 1, step: 1e-9}}\n"), ContainsSubstring("10000 values"));
  CHECK_THAT(refused("scenario: {}\nvary: {zip: {a: [1, 2], b: [1]}}\n"), ContainsSubstring("has 1 values where"));
  CHECK_THAT(refused("scenario: {}\nvary: {a: 1, zip: {a: [1], b: [1]}}\n"), ContainsSubstring("'a' is varied twice"));
  CHECK_THAT(refused("scenario: {}\nvari: {a: 1}\n"), ContainsSubstring("did you mean 'vary'?"));
  CHECK_THAT(refused("scenario: {}\n"), ContainsSubstring("nothing is varied"));
  CHECK_THAT(refused("vary: {a: 1}\n"), ContainsSubstring("scenario"));
}

}  // namespace collsim::test
