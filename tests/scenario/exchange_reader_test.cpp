// Keys of an uneven all_to_all: `matrix` and `skew`.

#include "collective/expert_traffic.h"
#include "scenario/read.h"
#include "support/catch.h"
#include "support/scratch_folder.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string kExchange = "collectives:\n- {op: all_to_all, ranks: 'c[0-2]', ";

CollectiveSpec exchange(const std::string& keys) { return read_on_star(kExchange + keys + "}\n").collectives.at(0); }

std::string error(const std::string& keys) { return errors_on_star(kExchange + keys + "}\n"); }

const std::string kTokens = "tokens: 10, top_k: 2, hidden: 8";

std::string skew_error(const std::string& keys) { return error("skew: {" + kTokens + ", " + keys + "}"); }

/// What reading a scenario says of a matrix file with that text.
std::string file_error(const std::string& text, const std::string& more = "") {
  const ScratchFolder folder;
  const std::string matrix = folder.write("m.txt", text);
  try {
    parse_scenario(
        "topology: {nodes: [{id: 'c[0-2]', kind: chip}], links: []}\n" + kExchange + "matrix: m.txt" + more + "}\n",
        folder.file("s.yaml"), some_algorithms());
  } catch (const InputError& e) {
    std::string what = e.what();
    for (std::size_t at = what.find(matrix); at != std::string::npos; at = what.find(matrix)) {
      what.replace(at, matrix.size(), "m.txt");
    }
    return what;
  }
  return "accepted";
}

}  // namespace

TEST_CASE("matrix: rows by source, columns by destination, sizes with units or bytes") {
  const CollectiveSpec c = exchange("matrix: [[0, 1 KiB, 2], [3, 0, 4], [5, 1 kB, 6]]");
  CHECK(c.matrix == ByteMatrix(3, {0, 1024, 2, 3, 0, 4, 5, 1000, 6}));
  CHECK_FALSE(c.swept);
  CHECK(c.sizes == std::vector<Bytes>{1024 + 1000});  // what rank 1 receives
}

TEST_CASE("matrix: a file has a line for each row, as nccl-tests' alltoallv reads it") {
  const ScratchFolder folder;
  folder.write("m.txt", "# bytes, rank to rank\n\n  0 1024\t2\r\n3,0, 4\n5 1e3 6   # the last\n");
  const Scenario s = parse_scenario(
      "topology: {nodes: [{id: 'c[0-2]', kind: chip}], links: []}\ncollectives: [{op: "
      "all_to_all, matrix: m.txt}]\n",
      folder.file("s.yaml"), some_algorithms());
  CHECK(s.collectives.at(0).matrix == ByteMatrix(3, {0, 1024, 2, 3, 0, 4, 5, 1000, 6}));
}

TEST_CASE("matrix: what is wrong with a list is told at its place") {
  const std::string at = "s.yaml:3:45: error: matrix: ";
  CHECK(error("matrix: [[0, 1], [1, 0]]") ==
        at + "it has 2 rows, and the group has 3 ranks: write a row for each source, with a size for each destination");
  CHECK(error("matrix: []") ==
        at + "it has 0 rows, and the group has 3 ranks: write a row for each source, with a size for each destination");
  CHECK(
      error("matrix: [[0, 1, 2], [1, 0], [1, 2, 3]]") ==
      "s.yaml:3:57: error: matrix: the row of rank 1 has 2 sizes, and there are 3 rows: a matrix is square, a row for "
      "each source and a column for each destination");
  CHECK_THAT(error("matrix: [[0, 1, 2], [1, -5, 4], [1, 2, 3]]"),
             ContainsSubstring("s.yaml:3:61: error: matrix: '-5' is negative"));
  CHECK(error("matrix: [[0, 1, 2], 7, [1, 2, 3]]") ==
        "s.yaml:3:57: error: matrix: a row is a list of sizes, as in [0, 1 MiB, 2 MiB]");
  CHECK(error("dtype: float, matrix: [[0, 4, 8], [4, 6, 4], [4, 4, 4]]") ==
        "s.yaml:3:75: error: matrix: 6 B is no whole number of elements of 4 bytes");
  CHECK_THAT(error("matrix: [[0, 4611686018427387904, 0], [1, 0, 0], [0, 0, 0]]"),
             ContainsSubstring("it adds up to more than"));
  CHECK_THAT(error("matrix: {a: 1}"), ContainsSubstring("matrix: a single value is wanted here"));
}

TEST_CASE("matrix: what is wrong with a file is told at its line and column") {
  CHECK(file_error("0 1\n2 0\n") ==
        "m.txt:1:1: error: matrix: it has 2 rows, and the group has 3 ranks: write a row for each source, with a size "
        "for each destination");
  CHECK(file_error("0 1 2\n\n  3 4\n5 6 7\n") ==
        "m.txt:3:3: error: matrix: the row of rank 1 has 2 sizes, and there are 3 rows: a matrix is square, a row for "
        "each source and a column for each destination");
  CHECK_THAT(file_error("0 1 2\n3 0 -4\n5 6 7\n"), ContainsSubstring("m.txt:2:5: error: matrix: '-4' is negative"));
  // The factors between 0 and 1 of another tool (NVIDIA/nccl-tests#157) are no bytes.
  CHECK_THAT(file_error("0,,1,2\n1,0,3\n1,1,0\n"),
             ContainsSubstring("m.txt:1:3: error: matrix: an empty field: write 0 where nothing is sent"));
  CHECK_THAT(file_error("0,1,2\n, 1,0\n1,1,0\n"), ContainsSubstring("m.txt:2:1: error: matrix: an empty field"));
  CHECK_THAT(file_error("0.3,0.4,0.3\n0.2,0,0.8\n0.1,0.2,0.7\n"), ContainsSubstring("m.txt:1:1: error: matrix: '0.3'"));
  CHECK(file_error("0 4 4\n4 0 4\n4 7 0\n", ", dtype: float") ==
        "m.txt:3:3: error: matrix: 7 B is no whole number of elements of 4 bytes");
  CHECK_THAT(file_error("0 9e18 1\n4 0 4\n4 7 0\n"), ContainsSubstring("m.txt:1:1: error: matrix: it adds up to more"));
}

TEST_CASE("matrix: a file that is missing is told with where it is named") {
  const ScratchFolder folder;
  folder.write("matrix.txt", "0");
  try {
    parse_scenario(
        "topology: {nodes: [{id: 'c[0-2]', kind: chip}], links: []}\ncollectives: [{op: all_to_all, matrix: "
        "matrx.txt}]\n",
        folder.file("s.yaml"), some_algorithms());
    FAIL("accepted");
  } catch (const FileError& e) {
    CHECK_THAT(e.what(), ContainsSubstring("(named as a matrix by " + folder.file("s.yaml") + ":2:40"));
    CHECK_THAT(e.what(), ContainsSubstring("did you mean 'matrix.txt'?"));
  }
}

TEST_CASE("matrix and skew: only for all_to_all, and instead of a size") {
  const std::string matrix = "matrix: [[0, 1, 2], [1, 0, 3], [1, 2, 3]]";
  CHECK(error(matrix + ", size: 8") ==
        "s.yaml:3:86: error: size: stands beside matrix, which says how much is sent: leave one of them out");
  CHECK_THAT(error(matrix + ", sizes: [8]"), ContainsSubstring("sizes: stands beside matrix"));
  CHECK_THAT(skew_error("experts: 6}, size: {a: 1"), ContainsSubstring("size: stands beside skew"));
  CHECK_THAT(error(matrix + ", skew: {" + kTokens + ", experts: 4}"),
             ContainsSubstring("skew: stands beside matrix: only one of the two can"));
  CHECK_THAT(errors_on_star("collectives: [{op: all_reduce, matrix: [[0]]}]\n"),
             ContainsSubstring("matrix: all_reduce sends equal parts: it is for all_to_all"));
  Overrides sweep;
  sweep.sweep = {8, 64, 2};
  CHECK_THAT(errors_on_star(kExchange + matrix + "}\n", sweep), ContainsSubstring("a matrix or a skew says how much"));
}

TEST_CASE("matrix: by default all chips are ranks, and patterns count as what they stand for") {
  std::string rows;
  for (int r = 0; r < 8; ++r) rows += std::string(r == 0 ? "" : ", ") + "[0, 0, 0, 0, 0, 0, 0, 1]";
  CHECK(read_on_star("collectives: [{op: all_to_all, matrix: [" + rows + "]}]\n").collectives[0].matrix->ranks() == 8);
  CHECK(read_on_star("collectives: [{op: all_to_all, ranks: 'c[0-5], c[6-7]', matrix: [" + rows + "]}]\n")
            .collectives[0]
            .sizes == std::vector<Bytes>{8});
}

TEST_CASE("skew: becomes a matrix, by the scenario's seed") {
  const std::string keys = "skew: {" + kTokens + ", experts: 6, zipf: 1.0}, dtype: bfloat16";
  const CollectiveSpec c = exchange(keys);
  ExpertTraffic t;
  t.tokens = 10;
  t.top_k = 2;
  t.hidden = 8;
  t.element = 2;
  t.popularity = zipf_popularity(6, 1);
  REQUIRE(c.matrix.has_value());
  CHECK(*c.matrix == expert_matrix(t, 3, 1));
  CHECK(c.sizes == std::vector<Bytes>{c.matrix->largest_buffer()});
  t.combine = true;
  t.deduplicate = false;
  t.layer = 7;
  const std::string more = "seed: 9\n" + kExchange + "dtype: bfloat16, skew: {" + kTokens +
                           ", experts: 6, zipf: 1, direction: combine, deduplicate: false, layer: 7}}\n";
  CHECK(read_on_star(more).collectives.at(0).matrix == expert_matrix(t, 3, 9));
  t = {10, 2, scaled_popularity(std::vector<double>{0.5, 2, 0, 1}), 8, 1, true, false, false, 0};
  CHECK(exchange("skew: {" + kTokens + ", popularity: [0.5, 2, 0, 1], draw: expected}").matrix ==
        expert_matrix(t, 3, 1));
}

TEST_CASE("skew: without a shape of its own all experts are alike") {
  // 9 tokens of 8 bytes, to 1 of 3 experts on 3 ranks.
  CHECK(exchange("skew: {tokens: 9, top_k: 1, hidden: 8, experts: 3, draw: expected}").matrix ==
        ByteMatrix(3, std::vector<Bytes>(9, 24)));
}

TEST_CASE("skew: what is wrong is told") {
  CHECK_THAT(error("skew: {top_k: 2, hidden: 8, experts: 4}"), ContainsSubstring("tokens: is missing"));
  CHECK_THAT(error("skew: {tokens: 2, top_k: 2, hidden: 8}"), ContainsSubstring("experts: is missing"));
  CHECK_THAT(error("skew: 3"), ContainsSubstring("a skew, a mapping such as {tokens: ...}, is wanted here"));
  CHECK_THAT(skew_error("experts: 1"),
             ContainsSubstring("top_k: a token cannot go to 2 different experts: 1 are ever chosen"));
  CHECK_THAT(skew_error("popularity: [1, 0, 0]"), ContainsSubstring("1 are ever chosen"));
  CHECK_THAT(skew_error("popularity: [0, 0]"), ContainsSubstring("one expert at least must be above 0"));
  CHECK_THAT(skew_error("popularity: []"), ContainsSubstring("one expert at least must be above 0"));
  CHECK_THAT(skew_error("popularity: [1, -2]"), ContainsSubstring("popularity: '-2'"));
  CHECK_THAT(skew_error("popularity: [1, 2, 3], experts: 4"),
             ContainsSubstring("experts: 4 experts are stated, and popularity has 3"));
  CHECK_THAT(skew_error("popularity: [1, 2, 3], zipf: 1"), ContainsSubstring("zipf: stands beside popularity"));
  CHECK_THAT(skew_error("experts: 4, zipf: -1"), ContainsSubstring("zipf: '-1'"));
  CHECK_THAT(skew_error("experts: 4, zipf: 17"), ContainsSubstring("zipf: 17 is out of range"));
  CHECK_THAT(skew_error("experts: 4, draw: mean"), ContainsSubstring("draw: 'mean' is unknown"));
  CHECK_THAT(skew_error("experts: 4, direction: back"), ContainsSubstring("write one of dispatch, combine"));
  CHECK_THAT(skew_error("expert: 4"), ContainsSubstring("did you mean 'experts'?"));
  CHECK_THAT(error("skew: {tokens: 1000000000, top_k: 2, hidden: 8, experts: 4}"),
             ContainsSubstring("takes too long") && ContainsSubstring("write draw: expected"));
  CHECK_THAT(error("skew: {tokens: 2000000000, top_k: 2, hidden: 2000000000, experts: 4, draw: expected}"),
             ContainsSubstring("more than can be counted"));
}
