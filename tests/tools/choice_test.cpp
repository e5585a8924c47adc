#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/networks.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string scenario(const std::string& keys) {
  return star(4, "300 GB/s") + "model: {alpha_start: 2 us}\ncollectives:\n- {id: grad, op: all_reduce, " + keys + "}\n";
}

}  // namespace

TEST_CASE("run: the table names what auto chose, the runner-up and the margin") {
  const ScratchFolder folder;
  // Four A100: at 8 B ring ll 6.6 + 6·0.6 = 10.2 us, tree ll 6.8 + 6·0.6 = 10.4 us: 2.0 % more.
  const Outcome outcome = collsim({"run", folder.write("s.yaml", scenario("algorithm: auto, size: 8"))});
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("# grad: all_reduce by auto (nccl) on 4 ranks\n"));
  CHECK_THAT(outcome.out, ContainsSubstring("# grad, 8 B: ring ll, chosen by nccl; next double_tree ll, +2.0 %\n"));
  CHECK_THAT(outcome.out, !ContainsSubstring("What was weighed"));
}

TEST_CASE("run --explain-choice: the whole ranking stands under the table") {
  const ScratchFolder folder;
  const std::string file = folder.write("s.yaml", scenario("algorithm: auto, auto: simulate, sizes: [8, 16]"));
  const Outcome outcome = collsim({"run", file, "--explain-choice"});
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("# What was weighed for grad at 8 B, by simulate:\n# > one_shot simple"));
  CHECK_THAT(outcome.out, ContainsSubstring("# What was weighed for grad at 16 B, by simulate:\n"));
  CHECK_THAT(outcome.out, ContainsSubstring("#   recursive_doubling simple"));
}

TEST_CASE("run --explain-choice: refused where nothing is chosen or the table does not show") {
  const ScratchFolder folder;
  const std::string named = folder.write("named.yaml", scenario("size: 8"));
  const std::string open = folder.write("open.yaml", scenario("algorithm: auto, size: 8"));
  const Outcome nothing = collsim({"run", named, "--explain-choice"});
  CHECK(nothing.status == 2);
  CHECK_THAT(nothing.err, ContainsSubstring("no collective of " + named + " has algorithm: auto"));
  const Outcome hidden = collsim({"run", open, "--explain-choice", "--json", "-"});
  CHECK(hidden.status == 2);
  CHECK_THAT(hidden.err, ContainsSubstring("--explain-choice prints under the table"));
}

TEST_CASE("run --json: a choice has its runner-up and margin, and a named algorithm none") {
  const ScratchFolder folder;
  const auto collective = [&](const std::string& keys) {
    const Outcome outcome = collsim({"run", folder.write("s.yaml", scenario(keys)), "--json", "-"});
    return nlohmann::json::parse(outcome.out).at("collectives").at(0);
  };
  const nlohmann::json open = collective("algorithm: auto, size: 0");
  CHECK(open.at("algorithm") == "ring");
  const nlohmann::json& choice = open.at("choice");
  CHECK(choice.at("by") == "nccl");
  CHECK(choice.at("protocol") == "ll");
  CHECK(choice.at("predicted_us").get<double>() == Approx(10.2));
  CHECK(choice.at("runner_up").at("algorithm") == "double_tree");
  CHECK(choice.at("margin").get<double>() == Approx(0.2 / 10.2));
  CHECK_FALSE(collective("size: 0").contains("choice"));
}

TEST_CASE("run --verify-trace: shows the schedule of what auto chose") {
  const ScratchFolder folder;
  const Outcome outcome =
      collsim({"run", folder.write("s.yaml", scenario("algorithm: auto, auto: vllm, size: 8")), "--verify-trace"});
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("grad: all_reduce by one_shot, 4 ranks, 8 B"));
}

TEST_CASE("run: a tuner table is looked up beside the scenario, and its mistakes have their place") {
  const ScratchFolder folder;
  const std::string file = folder.write("s.yaml", scenario("algorithm: auto, auto: {table: t.csv}, size: 8"));
  const Outcome missing = collsim({"run", file});
  CHECK(missing.status == 4);
  CHECK_THAT(missing.err, ContainsSubstring(folder.file("t.csv") + ": cannot be read"));
  CHECK_THAT(missing.err, ContainsSubstring("named as the table of auto by " + file + ":4:"));

  folder.write("t.csv", "allreduce,0,8,rnig,ll,-1,-1,-1\n");
  const Outcome wrong = collsim({"run", file});
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, ContainsSubstring(folder.file("t.csv") + ":1:15: error: algorithm: 'rnig'"));

  folder.write("t.csv", "allreduce,0,8,tree,ll,-1,-1,-1\n");
  const Outcome right = collsim({"run", file});
  CHECK(right.status == 0);
  CHECK_THAT(right.out, ContainsSubstring("double_tree ll, chosen by table"));
  CHECK_THAT(right.out, ContainsSubstring("t.csv:1"));
}

TEST_CASE("algorithms --for: prints up to which size each algorithm is taken") {
  const ScratchFolder folder;
  const std::string file = folder.write("s.yaml", scenario("algorithm: auto, auto: vllm, size: 8"));
  const Outcome outcome = collsim({"algorithms", "--for", file});
  CHECK(outcome.status == 0);
  CHECK(outcome.out ==
        "grad: all_reduce, chosen by vllm\n"
        "  below 512 KiB  524288 B  one_shot simple  4 ranks: one_shot below 512 KiB\n"
        "  above                    two_shot simple  4 ranks: one_shot below 512 KiB\n");
  const Outcome nccl = collsim({"algorithms", "--for", file, "--set", "collectives.0.auto=nccl"});
  CHECK_THAT(nccl.out, ContainsSubstring("grad: all_reduce, chosen by nccl\n  below "));
  const Outcome named = collsim({"algorithms", "--for", folder.write("n.yaml", scenario("size: 8"))});
  CHECK_THAT(named.out, ContainsSubstring("chosen by nccl (the scenario names ring)"));
}

TEST_CASE("algorithms: options are refused where they mean nothing") {
  CHECK_THAT(collsim({"algorithms", "--for"}).err, ContainsSubstring("--for needs a scenario file"));
  CHECK_THAT(collsim({"algorithms", "--set", "seed=1"}).err, ContainsSubstring("name one with --for"));
  CHECK(collsim({"algorithms", "--for", "no-such.yaml"}).status == 4);
}

}  // namespace collsim::test
