// `jobs:`, where they are placed, and what a collective has of its job.

#include "scenario/job_reader.h"

#include <algorithm>
#include <set>

#include "scenario/read.h"
#include "support/catch.h"
#include "support/scratch_folder.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string kOne = "collectives: [{op: all_reduce, size: 8}]\n";

std::string text(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

/// The chips of each job below a star of c0 … c7.
std::vector<std::string> placed(const std::string& jobs, const std::string& more = "") {
  std::vector<std::string> chips;
  const Scenario scenario = read_on_star("jobs:\n" + jobs + more + kOne);
  for (const JobSpec& job : scenario.jobs) chips.push_back(text(job.chips));
  return chips;
}

std::string error(const std::string& jobs) { return errors_on_star("jobs:\n" + jobs + kOne); }

std::string job(const std::string& id, const std::string& placement, const std::string& more = "") {
  return "- {id: " + id + ", placement: " + placement + more + "}\n";
}

using Lists = std::vector<std::string>;

Scenario with_collective(const std::string& keys) {
  return read_on_star("jobs:\n" + job("a", "'c[2-5]'", ", weight: 2, priority: 3") +
                      "collectives: [{op: all_reduce, size: 8, job: a" + keys + "}]\n");
}

std::string ranks_of(const std::string& keys) {
  const Scenario scenario = with_collective(keys);
  std::string all;
  for (const Reference& r : scenario.collectives.at(0).ranks) all += (all.empty() ? "" : " ") + r.text;
  return all;
}

}  // namespace

TEST_CASE("placement: explicit chips in their order, as a mapping, a list or a text") {
  CHECK(placed(job("a", "{chips: 'c[3,1]'}")) == Lists{"c3 c1"});
  CHECK(placed(job("a", "[c7, 'c[0-1]']")) == Lists{"c7 c0 c1"});
  CHECK(placed(job("a", "'c5, c4'")) == Lists{"c5 c4"});
}

TEST_CASE("placement: each policy takes from what the jobs before have left") {
  CHECK(placed(job("a", "c1") + job("b", "{policy: contiguous, count: 3}") +
               job("c", "{policy: contiguous, count: 4}")) == Lists{"c1", "c0 c2 c3", "c4 c5 c6 c7"});
  // Every third of eight, then every third from the second one on.
  CHECK(placed(job("a", "{policy: strided, count: 5, stride: 3}")) == Lists{"c0 c3 c6 c1 c4"});
  // Of the six that are left every second one, round to the first again.
  CHECK(placed(job("a", "'c[0-1]'") + job("b", "{policy: strided, count: 4, stride: 2}")) ==
        Lists{"c0 c1", "c2 c4 c6 c3"});
}

TEST_CASE("placement: random draws each chip once, and another draw for another seed or id") {
  const std::string all = "{policy: random, count: 8}";
  const Lists first = placed(job("a", all)), again = placed(job("a", all));
  CHECK(first == again);
  std::set<std::string> drawn{first.at(0), placed(job("b", all)).at(0)};
  for (int seed = 2; seed < 8; ++seed)
    drawn.insert(placed(job("a", all), "seed: " + std::to_string(seed) + "\n").at(0));
  // Eight orders of 40320: two alike in one of 1400 sets of seeds.
  CHECK(drawn.size() == 8);
  for (const std::string& order : drawn) {
    for (int chip = 0; chip < 8; ++chip) CHECK_THAT(order, ContainsSubstring("c" + std::to_string(chip)));
  }
}

TEST_CASE("placement: a random place holds each chip as often as another") {
  // The first chip of 800 draws of two of eight: 100 each, with a deviation of sqrt(800 · 1/8 · 7/8) = 9.4.
  std::vector<int> times(8, 0);
  for (int seed = 0; seed < 800; ++seed) {
    const Lists chips = placed(job("a", "{policy: random, count: 2}"), "seed: " + std::to_string(seed) + "\n");
    ++times[static_cast<std::size_t>(chips.at(0)[1] - '0')];
  }
  for (const int count : times) CHECK(std::abs(count - 100) < 5 * 9.4);
}

TEST_CASE("placement: a file names chips in rank order") {
  const ScratchFolder folder;
  folder.write("ranks.txt", "# the ranks of a\nc5\nc[0-1]   # two\r\n\nc7 c6\n");
  const auto jobs = [&](const std::string& more) {
    return parse_scenario(
               "topology: {nodes: [{id: 'c[0-7]', kind: chip}], links: []}\njobs: [{id: a, placement: "
               "{policy: file, file: ranks.txt" +
                   more + "}}]\n" + kOne,
               folder.file("s.yaml"), some_algorithms())
        .jobs;
  };
  CHECK(text(jobs("").at(0).chips) == "c5 c0 c1 c7 c6");
  CHECK(text(jobs(", count: 2").at(0).chips) == "c5 c0");
  CHECK(jobs("").at(0).placement == "file");
  CHECK_THROWS_WITH(jobs(", count: 6"), ContainsSubstring("wants 6 chips, and") && ContainsSubstring("names 5"));
  folder.write("ranks.txt", "c1\nc9\n");
  CHECK_THROWS_WITH(jobs(""), ContainsSubstring("ranks.txt:2:1: error: placement: unknown chip 'c9'"));
  folder.write("ranks.txt", "# nobody\n");
  CHECK_THROWS_WITH(jobs(""), ContainsSubstring("names no chip"));
}

TEST_CASE("placement: too few chips, and chips of two jobs, are refused") {
  CHECK_THAT(error(job("a", "{policy: contiguous, count: 6}") + job("b", "{policy: random, count: 4}")),
             ContainsSubstring("s.yaml:4:") && ContainsSubstring("job 'b' wants 4 chips, 2 of 8 are left"));
  CHECK_THAT(error(job("a", "'c[0-3]'") + job("b", "'c[3-5]'")),
             ContainsSubstring("chip 'c3' is job 'a''s already: write shared: true if 'b' is to have it as well"));
  CHECK_THAT(error(job("a", "[c1, c1]")), ContainsSubstring("job 'a' has chip 'c1' twice"));
  CHECK_THAT(error(job("a", "c9")), ContainsSubstring("s.yaml:3:") && ContainsSubstring("unknown chip 'c9'"));
  CHECK(placed(job("a", "'c[0-3]'") + job("b", "'c[3-5]'", ", shared: true")) == Lists{"c0 c1 c2 c3", "c3 c4 c5"});
  CHECK(placed(job("a", "'c[0-6]'") + job("b", "{policy: contiguous, count: 2}", ", shared: true")) ==
        Lists{"c0 c1 c2 c3 c4 c5 c6", "c0 c1"});
}

TEST_CASE("placement: keys that say nothing where they stand are refused, missing ones named") {
  CHECK_THAT(error(job("a", "{policy: contiguous, count: 2, stride: 2}")),
             ContainsSubstring("goes with policy: strided"));
  CHECK_THAT(error(job("a", "{policy: strided, count: 2}")), ContainsSubstring("stride"));
  CHECK_THAT(error(job("a", "{policy: contiguous}")), ContainsSubstring("count"));
  CHECK_THAT(error(job("a", "{chips: c1, count: 2}")), ContainsSubstring("goes with a policy"));
  CHECK_THAT(error(job("a", "{policy: packed, count: 2}")), ContainsSubstring("'packed'"));
  CHECK_THAT(error("- {id: a}\n"), ContainsSubstring("placement"));
  CHECK_THAT(error("- {placement: c1}\n"), ContainsSubstring("id"));
  CHECK_THAT(error(job("a", "c1") + job("a", "c2")), ContainsSubstring("'a' is the id of the job on line 3 already"));
  CHECK_THAT(errors_on_star("alone: true\n" + kOne), ContainsSubstring("there are none"));
}

TEST_CASE("a collective of a job has its chips, weight and priority, unless it says otherwise") {
  CHECK(ranks_of("") == "c2 c3 c4 c5");
  CHECK(ranks_of(", ranks: '[3,0]'") == "c5 c2");
  CHECK(ranks_of(", ranks: [1, 2]") == "c3 c4");
  CHECK(ranks_of(", ranks: 'c[4-5]'") == "c4 c5");
  const CollectiveSpec plain = with_collective("").collectives.at(0);
  CHECK(plain.weight == 2);
  CHECK(plain.priority == 3);
  const CollectiveSpec own = with_collective(", weight: 1, priority: 0").collectives.at(0);
  CHECK(own.weight == 1);
  CHECK(own.priority == 0);
}

TEST_CASE("a collective's ranks lie in its job, and the job exists") {
  const auto with = [](const std::string& keys) {
    return errors_on_star("jobs:\n" + job("alpha", "'c[2-5]'") + "collectives: [{op: all_reduce, size: 8, " + keys +
                          "}]\n");
  };
  CHECK_THAT(with("job: alpha, ranks: c1"), ContainsSubstring("'c1' is no chip of job 'alpha', which has 4"));
  CHECK_THAT(with("job: alpha, ranks: [0, 4]"), ContainsSubstring("'4' is no chip of job 'alpha'"));
  CHECK_THAT(with("job: alhpa"), ContainsSubstring("no job has the id 'alhpa' (did you mean 'alpha'?)"));
  CHECK_THAT(errors_on_star("collectives: [{op: all_reduce, size: 8, job: a}]\n"),
             ContainsSubstring("there are no jobs"));
}

TEST_CASE("a chain runs a job's collectives in the order of the file") {
  const std::string jobs = "jobs:\n" + job("a", "'c[0-3]'", ", chain: true") + job("b", "'c[4-7]'");
  const auto entry = [](const std::string& id, const std::string& of, const std::string& more = "") {
    return "- {id: " + id + ", op: all_reduce, size: 8, job: " + of + more + "}\n";
  };
  const Scenario s = read_on_star(jobs + "collectives:\n" + entry("x", "a") + entry("y", "b") + entry("z", "a") +
                                  entry("w", "b") + entry("v", "a", ", after: [z, y]"));
  const auto after = [&](std::size_t i) { return s.collectives.at(i).after; };
  using Indices = std::vector<std::size_t>;
  CHECK(after(0).empty());
  CHECK(after(1).empty());
  CHECK(after(2) == Indices{0});
  CHECK(after(3).empty());
  CHECK(after(4) == Indices{2, 1});
  CHECK_THAT(errors_on_star(jobs + "collectives:\n" + entry("x", "a", ", after: z") + entry("z", "a")),
             ContainsSubstring("'x' waits for 'z', which waits for 'x'"));
}
