#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <thread>

#include <sys/stat.h>

#include "support/catch.h"
#include "support/csv_reader.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"
#include "tools/scenarios.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;
using std::chrono::milliseconds;

/// A folder with a sweep over a ring all_reduce of 4 chips.
class SweepBench {
 public:
  explicit SweepBench(const std::string& sweep, const std::string& scenario = ring_yaml(4, "1 MB"))
      : scenario_(folder.write("base.yaml", scenario)),
        sweep_(folder.write("s.yaml", "scenario: base.yaml\n" + sweep)) {}

  std::vector<std::string> arguments(const std::string& csv, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"sweep", sweep_, "--csv", csv == "-" ? csv : folder.file(csv)});
    return more;
  }
  Outcome run(const std::string& csv, const std::vector<std::string>& more = {}) const {
    return collsim(arguments(csv, more));
  }
  /// The rows' bytes of a sweep that must end well.
  std::string whole() const {
    REQUIRE(run("whole.csv").status == 0);
    return read_file(folder.file("whole.csv"));
  }
  std::string file(const std::string& name) const { return folder.file(name); }
  bool has(const std::string& name) const { return std::filesystem::exists(folder.file(name)); }

  const ScratchFolder folder;

 private:
  std::string scenario_, sweep_;
};

/// Some hundred runs of some milliseconds each.
SweepBench long_bench() {
  return SweepBench("vary: {collectives.0.size: {from: 1 MiB, to: 300 MiB, step: 1 MiB}}\n",
                    ring_yaml(64, "1 MB") + "background: [{from: c0, to: c9, rate: 1 GB/s, start: 0 us, stop: 1 s}]\n");
}

void wait_for_file(const std::string& path, std::uintmax_t size) {
  std::error_code absent;
  for (int patience = 0; patience < 20'000; ++patience) {
    if (std::filesystem::exists(path, absent) && std::filesystem::file_size(path, absent) >= size) return;
    std::this_thread::sleep_for(milliseconds(1));
  }
  FAIL("nothing is written to " + path);
}

/// A number of ranks of the program under mpirun; `command` is run by a shell in each. Nothing where there is no
/// mpirun.
std::optional<int> mpirun(const std::string& options, const std::string& command) {
  if (std::system("command -v mpirun >/dev/null 2>&1") != 0) {
    WARN("skipped: there is no mpirun (Debian: openmpi-bin)");
    return {};
  }
  // As root, and with more ranks than cores, Open MPI runs only when told to.
  const std::string line =
      "mpirun --allow-run-as-root --oversubscribe " + options + " sh -c '" + command + "' </dev/null >/dev/null 2>&1";
  return std::system(line.c_str());
}

}  // namespace

TEST_CASE("sweep: each combination is a row, the last key varying fastest, with its closed form's time") {
  const SweepBench bench(
      "vary:\n  collectives.0.size: {from: 1 MB, to: 4 MB, factor: 2}\n  model.alpha_start: [10 us, 20 us]\n"
      "repeats: 2\n");
  const auto rows = read_csv(bench.run("-").out);
  REQUIRE(rows.size() == 12);
  std::size_t i = 0;
  for (const int megabytes : {1, 2, 4}) {
    for (const int alpha : {10, 20}) {
      for (const std::string repeat : {"0", "1"}) {
        const CsvRow& row = rows[i];
        CHECK(row.at("run") == std::to_string(i++));
        CHECK(row.at("model.alpha_start") == std::to_string(alpha) + " us");
        CHECK(row.at("size_bytes") == std::to_string(megabytes) + "000000");
        CHECK(row.at("repeat") == repeat);
        CHECK(row.at("seed") == (repeat == "0" ? "1" : "2"));
        CHECK(row.at("status") == "0");
        // 6 steps of alpha and M / 4 at 25 GB/s.
        CHECK(std::stod(row.at("time_us")) == Catch::Approx(6 * (alpha + megabytes * 10)).epsilon(1e-12));
        CHECK(row.at("makespan_us") == row.at("time_us"));
      }
    }
  }
}

TEST_CASE("sweep: a run that fails is a row with the exit status and the reason, and the others go on") {
  const SweepBench bench(
      "points:\n  - {collectives.0.size: 1 MB}\n  - {collectives.0.size: 1 MX}\n  - {collectives.0.algorithm: "
      "pairwise}\n"
      "  - {events: [{at: 0 us, link: c0->sw, state: down}]}\n");
  const Outcome outcome = bench.run("-");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, ContainsSubstring("3 of 4 runs failed"));
  const auto rows = read_csv(outcome.out);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].at("status") == "0");
  CHECK(rows[1].at("status") == "2");
  CHECK_THAT(rows[1].at("reason"), ContainsSubstring("s.yaml:4:26: error: with collectives.0.size=1 MX"));
  CHECK(rows[2].at("status") == "2");
  CHECK(rows[3].at("status") == "3");
  CHECK_THAT(rows[3].at("reason"), ContainsSubstring("c0->sw"));
  for (std::size_t i = 1; i < 4; ++i) CHECK(rows[i].at("time_us").empty());
}

TEST_CASE("sweep: a key that no run can read refuses the sweep, at its place in the file") {
  const Outcome outcome = SweepBench("vary: {collectives.0.sise: [1, 2]}\n").run("r.csv");
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("s.yaml:2:29: error: ") && ContainsSubstring("did you mean 'size'?"));
}

TEST_CASE("sweep: a scenario of several collectives or sizes has a row for each") {
  const SweepBench bench("vary: {model.alpha_start: [10 us, 20 us]}\n", ring_yaml(4, "1 MB") + "name: base\n");
  const auto rows = read_csv(bench.run("-", {}).out);
  CHECK(rows.size() == 2);
  const SweepBench sizes("vary: {collectives.0: [{op: all_reduce, sizes: [1 MB, 2 MB, 3 MB]}]}\n");
  CHECK(read_csv(sizes.run("-").out).size() == 3);
}

TEST_CASE("sweep: killed at ten moments and started again it ends with the same bytes") {
  const SweepBench bench = long_bench();
  const std::string expected = bench.whole();
  std::mt19937 random(7);
  int killed = 0;
  for (int round = 0; round < 10; ++round) {
    RunningCollsim running(bench.arguments("r.csv"), bench.file("out" + std::to_string(round)),
                           bench.file("err" + std::to_string(round)));
    std::this_thread::sleep_for(milliseconds(10 + static_cast<int>(random() % 40)));
    running.send(SIGKILL);
    killed += running.wait() == 128 + SIGKILL ? 1 : 0;
    if (bench.has("r.csv")) break;
  }
  CHECK(killed >= 3);
  CHECK(bench.run("r.csv").status == 0);
  CHECK(read_file(bench.file("r.csv")) == expected);
  CHECK_FALSE(bench.has("r.csv.part"));
}

TEST_CASE("sweep: what was done before an interrupt is not done again") {
  const SweepBench bench = long_bench();
  RunningCollsim running(bench.arguments("r.csv"), bench.file("out"), bench.file("err"));
  wait_for_file(bench.file("r.csv.part"), 1000);
  running.send(SIGINT);
  REQUIRE(running.wait() == 130);
  CHECK_THAT(read_file(bench.file("err")), ContainsSubstring("goes on from there"));
  const std::string before = read_file(bench.file("r.csv.part"));
  RunningCollsim again(bench.arguments("r.csv"), bench.file("out2"), bench.file("err2"));
  wait_for_file(bench.file("r.csv.part"), before.size() + 1);
  again.send(SIGINT);
  REQUIRE(again.wait() == 130);
  CHECK(read_file(bench.file("r.csv.part")).starts_with(before));
}

TEST_CASE("sweep: the rows are the same bytes for any number of threads, processes and shards") {
  const SweepBench bench = long_bench();
  const std::string expected = bench.whole();
  CHECK(bench.run("-", {"--threads", "3"}).out == expected);

  RunningCollsim first(bench.arguments("two.csv"), bench.file("out1"), bench.file("err1"));
  RunningCollsim second(bench.arguments("two.csv"), bench.file("out2"), bench.file("err2"));
  CHECK(first.wait() == 0);
  CHECK(second.wait() == 0);
  CHECK(read_file(bench.file("two.csv")) == expected);

  const std::string parts[] = {bench.file("s.csv.part-1-of-2"), bench.file("s.csv.part-2-of-2")};
  CHECK(bench.run("s.csv", {"--shard", "1/2"}).status == 0);
  const Outcome lacking = bench.run("s.csv", {"--merge", parts[0]});
  CHECK(lacking.status == 3);
  CHECK_THAT(lacking.err, ContainsSubstring("lack 150 of 300 runs (1, 3, 5 and 147 more)"));
  CHECK_FALSE(bench.has("s.csv"));
  CHECK(bench.run("s.csv", {"--shard", "2/2"}).status == 0);
  CHECK(bench.run("s.csv", {"--merge", parts[1], parts[0]}).status == 0);
  CHECK(read_file(bench.file("s.csv")) == expected);
}

TEST_CASE("sweep: the tasks of the Slurm array write the same rows, in whatever order they end") {
  const SweepBench bench = long_bench();
  const std::string expected = bench.whole();
  // As Slurm starts them; the last to end joins the parts.
  const std::string task = "SLURM_ARRAY_TASK_COUNT=3 COLLSIM=" COLLSIM_BINARY " bash " COLLSIM_SOURCE_DIR
                           "/tools/sweep.sbatch " +
                           bench.file("s.yaml") + ' ' + bench.file("r.csv");
  std::string line;
  for (const char* number : {"3", "1", "2"})
    line += "SLURM_ARRAY_TASK_ID=" + std::string(number) + ' ' + task + " & tasks=\"$tasks $!\"; ";
  CHECK(std::system((line + "for t in $tasks; do wait $t || exit 1; done").c_str()) == 0);
  CHECK(read_file(bench.file("r.csv")) == expected);
}

TEST_CASE("sweep: of two processes one is killed, and the other does its work too") {
  const SweepBench bench = long_bench();
  const std::string expected = bench.whole();
  RunningCollsim lost(bench.arguments("r.csv"), bench.file("out1"), bench.file("err1"));
  wait_for_file(bench.file("r.csv.part"), 1000);
  RunningCollsim kept(bench.arguments("r.csv"), bench.file("out2"), bench.file("err2"));
  lost.send(SIGKILL);
  CHECK(kept.wait() == 0);
  CHECK(read_file(bench.file("r.csv")) == expected);
}

TEST_CASE("sweep: two ranks of mpirun write the same rows") {
  const SweepBench bench = long_bench();
  const std::string expected = bench.whole();
  const auto status = mpirun("-n 2", COLLSIM_BINARY " sweep " + bench.file("s.yaml") + " --csv " + bench.file("r.csv"));
  if (!status) return;
  CHECK(*status == 0);
  CHECK(read_file(bench.file("r.csv")) == expected);
}

TEST_CASE("sweep: one of three ranks of mpirun is killed, and the rows are complete") {
  const SweepBench bench = long_bench();
  const std::string expected = bench.whole();
  // The shell kills itself, which by then is the program, once the first rows are there.
  const std::string part = bench.file("r.csv.part");
  const auto status =
      mpirun("--enable-recovery -n 3", "[ $OMPI_COMM_WORLD_RANK != 1 ] || (until [ -s " + part +
                                           " ]; do :; done; kill -9 $$) & exec " COLLSIM_BINARY " sweep " +
                                           bench.file("s.yaml") + " --csv " + bench.file("r.csv"));
  if (!status) return;
  CHECK(read_file(bench.file("r.csv")) == expected);
}

TEST_CASE("sweep: what another sweep has begun is refused and kept") {
  const SweepBench bench("vary: {model.alpha_start: [10 us, 20 us]}\n");
  const std::string other = "collsim-sweep/1 0123456789abcdef 2\n";
  bench.folder.write("r.csv.part", other);
  const Outcome outcome = bench.run("r.csv");
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("r.csv.part: error: holds what another sweep has done"));
  CHECK(read_file(bench.file("r.csv.part")) == other);
  // A changed topology or scenario makes another sweep of it.
  CHECK(bench.run("s.csv", {"--shard", "1/1"}).status == 0);
  bench.folder.write("base.yaml", ring_yaml(5, "1 MB"));
  CHECK(bench.run("s.csv", {"--shard", "1/1"}).status == 2);
}

TEST_CASE("sweep: options that do not go together, and files that would be lost, are refused") {
  const SweepBench bench("vary: {model.alpha_start: [10 us, 20 us]}\n");
  const auto refused = [&](const Outcome& outcome, int status, const std::string& message) {
    CHECK(outcome.status == status);
    CHECK_THAT(outcome.err, ContainsSubstring(message));
  };
  refused(collsim({"sweep"}), 2, "sweep needs a file");
  refused(collsim({"sweep", "/no/such.yaml"}), 4, "/no/such.yaml");
  refused(bench.run("r.csv", {"--shard", "3/2"}), 2, "numbered from 1 to 2");
  refused(bench.run("r.csv", {"--shard", "two"}), 2, "such as 1/4");
  refused(bench.run("-", {"--shard", "1/2"}), 2, "name it with --csv");
  refused(bench.run("r.csv", {"--threads", "0"}), 2, "from 1 to 4096");
  refused(bench.run("s.yaml"), 2, "would overwrite the sweep or its scenario");
  refused(bench.run("base.yaml"), 2, "would overwrite");
  refused(bench.run("no/r.csv"), 4, "no/r.csv");
  CHECK(bench.folder.count() == 2);
}

}  // namespace collsim::test
