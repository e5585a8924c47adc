#include "workload/lone_step.h"

#include "collective/table.h"
#include "routing/shortest.h"
#include "scenario/reader.h"
#include "support/catch.h"
#include "support/networks.h"
#include "support/random_case.h"
#include "support/recorder.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// A program on a network, its chips in file order, asked step by step.
struct Bench {
  Bench(const std::string& network, const Problem& problem, std::string_view algorithm)
      : topology(build_topology(
            parse_scenario(network + collectives({"{op: all_reduce, size: 1}"}), "t.yaml", known_algorithms())
                .topology)),
        program(find_algorithm(algorithm, problem.op)->make(problem)),
        router(topology, Ties::file_order),
        fabric(topology),
        step(*program, problem.ranks, fabric, terms, Sharing::max_min, [this](Rank from, Rank to) {
          return router.view(topology.chips()[static_cast<std::size_t>(from)],
                             topology.chips()[static_cast<std::size_t>(to)]);
        }) {}

  Topology topology;
  std::unique_ptr<Program> program;
  ShortestRouter router;
  Fabric fabric;
  MessageTerms terms{Duration(300'000), Duration(100'000)};
  LoneStep step;
};

/// Results with nobody looking at messages, when steps may be settled at once, and with somebody who does.
std::pair<std::string, std::string> both_ways(const std::string& yaml) {
  const Scenario scenario = parse_scenario(yaml, "s.yaml", known_algorithms());
  Recorder recorder;
  return {json_of(replay(scenario)), json_of(replay(scenario, {false, &recorder, {}}))};
}

}  // namespace

TEST_CASE("lone step: one exchange on a crossbar takes what the formula says, on all links alike") {
  // 4 chips; each sends 1 MB to the next at 50 GB/s: 20 us, after 0.3 us at the sender, before 2 * 0.2 us on the way
  // and 0.1 us at the receiver.
  Bench b(star(4, "50 GB/s", "200 ns"), {Op::all_to_all, 4, 4'000'000}, "pairwise");
  const StepOutcome* outcome = b.step.settle({0, 0, 0, 0});
  REQUIRE(outcome != nullptr);
  CHECK(outcome->length == Duration(20'800'000));
  CHECK(outcome->ledger.startup == Duration(400'000));
  CHECK(outcome->ledger.path == Duration(400'000));
  CHECK(outcome->ledger.transfer == Duration(20'000'000));
  CHECK(outcome->messages == 4);
  CHECK(outcome->uses.size() == 8);
  for (const StepOutcome::Use& use : outcome->uses) CHECK((use.flows == 1 && use.bytes == 1'000'000));
  for (const Duration done : outcome->rank_done) CHECK(done == outcome->length);
}

TEST_CASE("lone step: flows that share a link and end apart have to be run") {
  // Blocks of 2, 1 and 1 bytes: what goes over the trunk ends at different instants.
  const std::string network = two_leaves(2, "50 GB/s", "1 B/s");
  Bench uneven(network, {Op::all_to_all, 4, 7}, "direct");
  CHECK(uneven.step.settle({0, 0, 0, 0}) == nullptr);
  Bench even(network, {Op::all_to_all, 4, 8}, "direct");
  // Even, all four flows over the trunk end together after 4 * 2 s; those beside it ended long before, on other links
  // than the ports, which they share with these: so that has to be run too.
  CHECK(even.step.settle({0, 0, 0, 0}) == nullptr);
  Bench apart(network, {Op::all_to_all, 4, 8}, "pairwise");
  // Step 1 sends everything over the trunk: two flows each way, 2 bytes each at half a byte per second.
  const StepOutcome* outcome = apart.step.settle({0, 0, 0, 1});
  REQUIRE(outcome != nullptr);
  CHECK(outcome->length == Duration(4'000'000'000'000 + 400'000));
}

TEST_CASE("lone step: nobody can tell from a result whether its steps were run or settled", "[property]") {
  for (const char* algorithm : {"ring", "rabenseifner", "hierarchical", "naive", "two_shot", "double_tree"}) {
    for (const char* size : {"1 MiB", "1000003", "0 B"}) {
      for (const char* more : {"", ", sharing: equal_share", ", sharing: none", ", rates: per_step"}) {
        const std::string model = std::string("model: {alpha_start: {ddr_read: 7 ns, noc: 3 ns}") + more + "}\n";
        const std::string call = std::string("{id: a, op: all_reduce, algorithm: ") + algorithm + ", size: " + size;
        if (std::string(algorithm) == "double_tree" && std::string(more).find("per_step") != std::string::npos)
          continue;
        for (const std::string& network : {star(6, "3 GB/s", "5 ns"), two_leaves(3, "3 GB/s", "4 GB/s")}) {
          const auto [settled, run] = both_ways(network + model + collectives({call + "}"}));
          CAPTURE(algorithm, size, more);
          CHECK(settled == run);
        }
      }
    }
  }
}

TEST_CASE("lone step: nor where stragglers, background, events and other operations disturb", "[property]") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    const auto [settled, run] = both_ways(to_yaml(random_case(seed)));
    CHECK(settled == run);
  }
}
