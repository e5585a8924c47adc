#include "scenario/read.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

CollectiveSpec collective(const std::string& keys) {
  return read_on_star("collectives:\n- {" + keys + "}\n").collectives.at(0);
}

std::string error(const std::string& keys) { return errors_on_star("collectives:\n- {" + keys + "}\n"); }

const std::string all_reduce = "op: all_reduce, ";

}  // namespace

TEST_CASE("a size is accepted only where it is unambiguous") {
  CHECK(collective(all_reduce + "size: \"64MB \"").sizes.at(0) == 64'000'000);
  CHECK(collective(all_reduce + "size: 64e6").sizes.at(0) == 64'000'000);
  CHECK(collective(all_reduce + "size: \"65536\"").sizes.at(0) == 65536);
  CHECK(collective(all_reduce + "size: 0").sizes.at(0) == 0);
  CHECK(error(all_reduce + "size: -1") ==
        "s.yaml:3:26: error: size: '-1' is negative: write a size of 0 B or more, as in 64 KiB");
  CHECK(error("op: all_reduce") == "s.yaml:3:3: error: size: is missing: write, for example, size: 128 MiB");
  CHECK(error(all_reduce + "size: ") == "s.yaml:3:20: error: size has no value: write one or leave the key out");
  CHECK(error(all_reduce + "size: [1 MiB]") == "s.yaml:3:26: error: size: a single value is wanted here, not a list");
  CHECK_THAT(error(all_reduce + "size: 1_000"), ContainsSubstring("error: size: '1_000'"));
}

TEST_CASE("a size is a whole number of elements") {
  CHECK(collective(all_reduce + "size: 8, dtype: double").element == 8);
  CHECK(error(all_reduce + "size: 10, dtype: float") ==
        "s.yaml:3:26: error: size: 10 B is no whole number of elements of 4 bytes each: 8 or 12 bytes would be");
}

TEST_CASE("element types have nccl-tests' names, and others that mean the same") {
  const std::vector<std::pair<std::string, Bytes>> types{{"int8", 1},   {"uint8", 1},    {"int32", 4},  {"uint32", 4},
                                                         {"int64", 8},  {"uint64", 8},   {"half", 2},   {"float", 4},
                                                         {"double", 8}, {"bfloat16", 2}, {"f8e4m3", 1}, {"f8e5m2", 1}};
  for (const auto& [name, bytes] : types) {
    const CollectiveSpec c = collective(all_reduce + "size: 64, dtype: " + name);
    CHECK((c.dtype == name && c.element == bytes));
  }
  CHECK(collective(all_reduce + "size: 64, dtype: float16").dtype == "half");
  CHECK(collective(all_reduce + "size: 64, dtype: float32").dtype == "float");
  CHECK(collective(all_reduce + "size: 64, dtype: float64").dtype == "double");
  CHECK(collective(all_reduce + "size: 64, dtype: fp8").dtype == "f8e4m3");
  CHECK(collective(all_reduce + "size: 64, dtype: bytes").dtype == "int8");
  CHECK_THAT(error(all_reduce + "size: 64, dtype: flaot"), ContainsSubstring("did you mean 'float'?"));
}

TEST_CASE("sizes: from, to and a factor, a step, or a list") {
  const CollectiveSpec doubled = collective(all_reduce + "sizes: {from: 8 B, to: 1 KiB, factor: 2}");
  CHECK(doubled.swept);
  CHECK(doubled.sizes == std::vector<Bytes>{8, 16, 32, 64, 128, 256, 512, 1024});
  CHECK(collective(all_reduce + "sizes: {from: 0, to: 10, step: 4}").sizes == std::vector<Bytes>{0, 4, 8});
  const CollectiveSpec listed = collective(all_reduce + "sizes: [1 MiB, 8, 1 GB]");
  CHECK(listed.sizes == std::vector<Bytes>{1 << 20, 8, 1'000'000'000});
  CHECK(collective(all_reduce + "sizes: [8]").swept);
}

TEST_CASE("sizes: what falls between elements is rounded down, to one element at least, and told once") {
  // 1, 1.5, 2.25, 3.375, 5.06…, 7.59…, 11.39…, 17.08… bytes, in elements of 4.
  CHECK(collective(all_reduce + "dtype: float, sizes: {from: 1, to: 18, factor: 1.5}").sizes ==
        std::vector<Bytes>{4, 8, 16});
}

TEST_CASE("sizes: every one is a whole number of elements, rising, and within the bounds", "[property]") {
  for (const std::string factor : {"1.1", "1.5", "2", "3", "10"}) {
    for (const Bytes element : {1, 2, 4, 8}) {
      const std::string dtype = element == 1 ? "int8" : element == 2 ? "half" : element == 4 ? "float" : "double";
      const CollectiveSpec c =
          collective(all_reduce + "dtype: " + dtype + ", sizes: {from: 8 B, to: 1 GiB, factor: " + factor + "}");
      CAPTURE(factor, dtype);
      REQUIRE_FALSE(c.sizes.empty());
      CHECK(c.sizes.front() == 8);
      CHECK(c.sizes.back() <= 1 << 30);
      // One more step would leave the bound: the last is within a factor, rounding to elements aside.
      CHECK(static_cast<double>(c.sizes.back() + element) * std::stod(factor) > (1 << 30));
      for (std::size_t i = 0; i < c.sizes.size(); ++i) {
        if (c.sizes[i] % element != 0 || (i > 0 && c.sizes[i] <= c.sizes[i - 1])) FAIL("size " << c.sizes[i]);
      }
    }
  }
}

TEST_CASE("sizes: wrong bounds are refused") {
  CHECK(error(all_reduce + "sizes: {from: 8, to: 4, factor: 2}") ==
        "s.yaml:3:41: error: to: 4 B is less than 'from', 8 B");
  CHECK_THAT(error(all_reduce + "sizes: {from: 8, to: 16}"), ContainsSubstring("exactly one of factor and step"));
  CHECK_THAT(error(all_reduce + "sizes: {from: 8, to: 16, factor: 1}"), ContainsSubstring("factor: is not above 1"));
  CHECK_THAT(error(all_reduce + "sizes: {from: 0, to: 16, factor: 2}"), ContainsSubstring("stays 0 B"));
  CHECK_THAT(error(all_reduce + "sizes: {from: 8, to: 16, step: 0}"), ContainsSubstring("leads nowhere"));
  CHECK_THAT(error(all_reduce + "sizes: {from: 1, to: 1 GiB, step: 1}"), ContainsSubstring("more than 10000 sizes"));
  CHECK_THAT(error(all_reduce + "sizes: {from: 1, to: 2, factor: 1.0000000001}"), ContainsSubstring("too close to 1"));
  CHECK_THAT(error(all_reduce + "sizes: {from: 8, to: 16, factr: 2}"), ContainsSubstring("did you mean 'factor'?"));
  CHECK_THAT(error(all_reduce + "sizes: []"), ContainsSubstring("the list is empty"));
  CHECK_THAT(error(all_reduce + "size: 8, sizes: [8]"), ContainsSubstring("only one of the two"));
  CHECK_THAT(errors_on_star("collectives: [{op: all_reduce, sizes: [8]}, {op: all_reduce, sizes: [8]}]\n"),
             ContainsSubstring("only one may"));
}

TEST_CASE("an algorithm must exist, be supported and do the operation") {
  CHECK(error("op: all_reduce, size: 8, algorithm: rnig") ==
        "s.yaml:3:40: error: algorithm: 'rnig' is unknown (did you mean 'ring'?); for all_reduce: ring, or auto");
  CHECK(error("op: all_to_all, size: 8, algorithm: ring") ==
        "s.yaml:3:40: error: algorithm: 'ring' does not do all_to_all; for all_to_all: pairwise, direct, or auto");
  CHECK(error("op: all_to_all, size: 8, algorithm: bruck") ==
        "s.yaml:3:40: error: algorithm: 'bruck' is not supported yet; for all_to_all: pairwise, direct, or auto");
  CHECK_THAT(error("op: all_reduce, size: 8, algorithm: atuo"), ContainsSubstring("(did you mean 'auto'?)"));
  CHECK(collective("op: all_to_all, size: 8").algorithm == "pairwise");
}

TEST_CASE("an operation must be known, and be done by some algorithm") {
  CHECK_THAT(error("op: allreduce, size: 8"), ContainsSubstring("'allreduce' is unknown (did you mean 'all_reduce'?)"));
  CHECK(error("op: broadcast, size: 8") == "s.yaml:3:8: error: op: 'broadcast' is not supported yet");
  CHECK_THAT(error("op: compute, size: 8"), ContainsSubstring("op: 'compute' is not supported yet"));
  CHECK_THAT(error("size: 8"), ContainsSubstring("s.yaml:3:3: error: op: is missing"));
  CHECK_THAT(error("op: all_reduce, size: 8, root: 0"), ContainsSubstring("root: all_reduce has no root"));
}

TEST_CASE("a collective's keys of later versions are refused by name, never ignored") {
  for (const std::string key : {"repeat", "time", "overlap"}) {
    CAPTURE(key);
    CHECK_THAT(error(all_reduce + "size: 8, " + key + ": [1]"),
               ContainsSubstring("error: " + key + " is not supported yet"));
  }
}

TEST_CASE("channels and chunks are numbers, or left to the simulator") {
  const CollectiveSpec plain = collective(all_reduce + "size: 8");
  CHECK((plain.channels == 1 && plain.chunks == 1 && !plain.auto_channels && !plain.auto_chunks));
  const CollectiveSpec open = collective(all_reduce + "size: 8, channels: auto, chunks: auto");
  CHECK((open.auto_channels && open.auto_chunks));
  CHECK_THAT(error(all_reduce + "size: 8, channels: many"), ContainsSubstring("channels"));
}

TEST_CASE("orders of a ring are lists or texts of chips, and a channel each") {
  const std::string two = "size: 8, orders: ['c[0-7]', [c7, 'c[0-6]']]";
  const CollectiveSpec spec = collective(all_reduce + two);
  REQUIRE(spec.orders.size() == 2);
  CHECK(spec.channels == 2);
  CHECK((spec.orders[1].size() == 2 && spec.orders[1][0].text == "c7" && spec.orders[1][1].text == "c[0-6]"));
  CHECK(collective(all_reduce + two + ", channels: 4").channels == 4);
  const CollectiveSpec open = collective(all_reduce + two + ", channels: auto");
  CHECK((open.channels == 2 && !open.auto_channels));
  CHECK_THAT(error(all_reduce + "size: 8, orders: []"), ContainsSubstring("orders: no chip is named"));
  CHECK_THAT(error(all_reduce + "size: 8, orders: ['c[0-7]', ' , ']"), ContainsSubstring("orders: no chip is named"));
  CHECK_THAT(error("op: all_to_all, size: 8, orders: ['c[0-7]']"),
             ContainsSubstring("only a ring goes round in orders"));
}

TEST_CASE("a protocol is one of three") {
  CHECK(collective(all_reduce + "size: 8").protocol == Protocol::simple);
  CHECK(collective(all_reduce + "size: 8, protocol: ll").protocol == Protocol::ll);
  CHECK(collective(all_reduce + "size: 8, protocol: ll128").protocol == Protocol::ll128);
  CHECK_THAT(error(all_reduce + "size: 8, protocol: ll12"), ContainsSubstring("did you mean 'll128'?"));
}

TEST_CASE("ranks are patterns in a text or a list, kept in their order") {
  const auto texts = [](const std::string& ranks) {
    std::vector<std::string> found;
    for (const Reference& r : collective(all_reduce + "size: 8, ranks: " + ranks).ranks) found.push_back(r.text);
    return found;
  };
  using Texts = std::vector<std::string>;
  CHECK(texts("\"c[0-3,7]\"") == Texts{"c[0-3,7]"});
  CHECK(texts("\"c3, c1 c[5-6],c0\"") == Texts{"c3", "c1", "c[5-6]", "c0"});
  CHECK(texts("[c3, \"c[0-1]\"]") == Texts{"c3", "c[0-1]"});
  CHECK(error(all_reduce + "size: 8, ranks: []") ==
        "s.yaml:3:36: error: ranks: no rank is named: leave the key out for all chips");
  CHECK(error(all_reduce + "size: 8, ranks: \"c[3-0]\"") ==
        "s.yaml:3:36: error: ranks: 'c[3-0]' has a falling range: write [0-3]");
  CHECK_THAT(error(all_reduce + "size: 8, ranks: \"\""), ContainsSubstring("the text is empty"));
  CHECK_THAT(error(all_reduce + "size: 8, ranks: \",\""), ContainsSubstring("no rank is named"));
}

TEST_CASE("after: an unknown id is refused with the nearest known one") {
  CHECK_THAT(
      errors_on_star("collectives:\n- {id: gradients, op: all_reduce, size: 8}\n- {op: all_reduce, size: 8, after: "
                     "[gradeints]}\n"),
      ContainsSubstring("s.yaml:4:37: error: after: no collective has the id 'gradeints' (did you mean 'gradients'?)"));
}

TEST_CASE("after: collectives that wait for each other are named in their order") {
  CHECK(
      errors_on_star(
          "collectives:\n- {id: a, op: all_reduce, size: 8, after: b}\n- {id: b, op: all_reduce, size: 8, "
          "after: [c, d]}\n- {id: c, op: all_reduce, size: 8, after: a}\n- {id: d, op: all_reduce, size: 8}\n") ==
      "s.yaml:3:43: error: after: 'a' waits for 'b', which waits for 'c', which waits for 'a': none of them can begin");
  CHECK(errors_on_star("collectives:\n- {id: a, op: all_reduce, size: 8, after: a}\n") ==
        "s.yaml:3:43: error: after: 'a' waits for itself");
  // Outside the cycle, though it waits for it: not named.
  CHECK(errors_on_star("collectives:\n- {id: x, op: all_reduce, size: 8, after: a}\n- {id: a, op: all_reduce, size: 8, "
                       "after: a}\n") == "s.yaml:4:43: error: after: 'a' waits for itself");
}

TEST_CASE("after: a later collective may stand earlier in the file, and long chains are no problem") {
  std::string text = "collectives:\n";
  for (int i = 0; i < 5000; ++i) {
    text += "- {id: x" + std::to_string(i) + ", op: all_reduce, size: 8, after: x" + std::to_string(i + 1) + "}\n";
  }
  const Scenario s = read_on_star(text + "- {id: x5000, op: all_reduce, size: 8}\n");
  CHECK(s.collectives[0].after == std::vector<std::size_t>{1});
  CHECK(s.collectives[5000].after.empty());
}

TEST_CASE("every collective needs its own id, a default one too") {
  CHECK(
      errors_on_star("collectives:\n- {id: all_reduce1, op: all_reduce, size: 8}\n- {op: all_reduce, size: 8}\n") ==
      "s.yaml:4:3: error: id: 'all_reduce1' is the id of the collective on line 3 already: every collective needs its "
      "own");
}

TEST_CASE("an id is not what the flow log calls background flows") {
  CHECK(error("id: background, op: all_reduce, size: 8") ==
        "s.yaml:3:8: error: id: 'background' is what the flow log calls background flows: write another");
}
