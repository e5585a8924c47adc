#include "collective/tuner.h"

#include "collective/fitting.h"
#include "collective/groups_of_facts.h"
#include "support/catch.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

constexpr Bytes KiB = 1024, MiB = 1024 * KiB;

std::string choice(const Chosen& chosen) {
  return chosen.by + ": " + chosen.algorithm + ' ' + std::string(to_string(chosen.protocol));
}

std::string nccl(const GroupFacts& facts, Bytes size, Op op = Op::all_reduce) {
  return choice(choose_as_nccl({op, size, facts, 1}));
}

std::string vllm(const GroupFacts& facts, Bytes size, Op op = Op::all_reduce) {
  return choice(choose_as_vllm({op, size, facts, 1}));
}

bool weighed(const Chosen& chosen, const std::string& algorithm) {
  return std::any_of(chosen.ranking.begin(), chosen.ranking.end(),
                     [&](const Candidate& candidate) { return candidate.algorithm == algorithm && candidate.us; });
}

}  // namespace

TEST_CASE("nccl's choice on eight A100: ring ll, from 1.21 MB ring ll128, from 24.3 MB ring simple") {
  // Where two of its lines latency + size / bandwidth meet (240 GB/s at u = 0.8; the times are derived in
  // nccl_model_test.cpp): 15 + S/34.29 = 40.6 + S/126.17, and 40.6 + S/126.17 = 56 + S/137.14 (us, GB/s).
  const GroupFacts facts = one_node(8, 300);
  const auto choose = [&](double bytes) {
    return choice(choose_as_nccl({Op::all_reduce, static_cast<Bytes>(bytes), facts, 0.8}));
  };
  const double ll = 240 / 4.0 * 8 / 14, ll128 = 240 * 0.92 * 8 / 14, simple = 240 * 8 / 14.0;
  const double first = (40.6 - 15) * 1e3 / (1 / ll - 1 / ll128);
  const double second = (56 - 40.6) * 1e3 / (1 / ll128 - 1 / simple);
  CHECK(first == Approx(1.206e6).epsilon(1e-3));
  CHECK(second == Approx(24.29e6).epsilon(1e-3));
  CHECK(choose(8) == "nccl: ring ll");
  CHECK(choose(first - 10) == "nccl: ring ll");
  CHECK(choose(first + 10) == "nccl: ring ll128");
  CHECK(choose(second - 100) == "nccl: ring ll128");
  CHECK(choose(second + 100) == "nccl: ring simple");
}

TEST_CASE("nccl's choice over nodes goes from the tree to the ring as sizes grow") {
  // 16 nodes of 8: a ring of 128 pays 222 hops inside and 32 between; a tree 2 (7 hops + 4 levels).
  const GroupFacts facts = several_nodes(16, 8, 450, 8, 50);
  CHECK(nccl(facts, 8) == "nccl: double_tree ll");
  CHECK(nccl(facts, 4 * MiB).starts_with("nccl: double_tree"));
  CHECK(nccl(facts, Bytes{64} << 30) == "nccl: ring simple");
}

TEST_CASE("nccl's choice names the runner-up and by how much it is slower") {
  const GroupFacts facts = one_node(8, 300);
  const Chosen chosen = choose_as_nccl({Op::all_reduce, 0, facts, 1});
  // No byte: the latencies alone, ring ll 6.6 + 14·0.6 and tree ll 6.8 + 14·0.6.
  CHECK(chosen.us() == Approx(15));
  REQUIRE(chosen.runner_up() != nullptr);
  CHECK(chosen.runner_up()->algorithm == "double_tree");
  CHECK(chosen.runner_up()->protocol == Protocol::ll);
  CHECK(chosen.margin().value() == Approx(0.2 / 15));
}

TEST_CASE("nccl's choice says of other algorithms that NCCL has none") {
  const Chosen chosen = choose_as_nccl({Op::all_reduce, 32 * KiB, lone_chips(65536, 12.5), 1});
  CHECK(choice(chosen) == "nccl: double_tree ll");
  const auto at = std::find_if(chosen.ranking.begin(), chosen.ranking.end(),
                               [](const Candidate& c) { return c.algorithm == "recursive_doubling"; });
  REQUIRE(at != chosen.ranking.end());
  CHECK_FALSE(at->us.has_value());
  CHECK(at->note == "NCCL has no such algorithm");
}

TEST_CASE("nccl's choice takes nvls only where a node's switches reduce, and never over several nodes") {
  GroupFacts node = one_node(8, 450);
  GroupFacts nodes = several_nodes(2, 8, 450, 8, 50);
  for (const Bytes size : {Bytes{8}, 64 * KiB, 16 * MiB, Bytes{1} << 30, Bytes{8} << 30}) {
    CAPTURE(size);
    node.node_reduces = nodes.node_reduces = false;
    CHECK_FALSE(weighed(choose_as_nccl({Op::all_reduce, size, node, 1}), "nvls"));
    node.node_reduces = nodes.node_reduces = true;
    CHECK(weighed(choose_as_nccl({Op::all_reduce, size, node, 1}), "nvls") ==
          (find_algorithm("nvls", Op::all_reduce) != nullptr));
    CHECK_FALSE(weighed(choose_as_nccl({Op::all_reduce, size, nodes, 1}), "nvls"));
    CHECK_FALSE(weighed(choose_as_nccl({Op::all_reduce, size, node, 1}), "nvls_tree"));
  }
}

TEST_CASE("every choice of nccl does its operation and fits its group") {
  const std::vector<GroupFacts> groups{one_node(1, 450),    one_node(2, 25),
                                       one_node(8, 450),    several_nodes(2, 8, 450, 8, 50),
                                       lone_chips(3, 12.5), several_nodes(5, 4, 300, 2, 25)};
  for (const GroupFacts& facts : groups)
    for (const Op op : {Op::all_reduce, Op::all_gather, Op::reduce_scatter, Op::all_to_all, Op::broadcast, Op::reduce,
                        Op::scatter, Op::gather, Op::send_recv})
      for (const Bytes size : {Bytes{0}, Bytes{8}, MiB, Bytes{1} << 40}) {
        CAPTURE(facts.ranks, to_string(op), size);
        const Chosen chosen = choose_as_nccl({op, size, facts, 1});
        const Algorithm* algorithm = find_algorithm(chosen.algorithm, op);
        REQUIRE(algorithm != nullptr);
        CHECK(fits(*algorithm, facts));
      }
  CHECK(nccl(one_node(8, 450), MiB, Op::all_to_all) == "nccl: pairwise simple");
  CHECK(nccl(one_node(8, 450), MiB, Op::scatter) == "nccl: linear simple");
  CHECK(nccl(one_node(8, 450), MiB, Op::send_recv) == "nccl: direct simple");
  CHECK(nccl(one_node(8, 450), 64 * MiB, Op::broadcast) == "nccl: chain simple");
}

TEST_CASE("vllm's choice turns from one shot to two at 512 KiB on four ranks and 256 KiB on six and eight") {
  CHECK(vllm(one_node(4, 300), 512 * KiB - 1) == "vllm: one_shot simple");
  CHECK(vllm(one_node(4, 300), 512 * KiB) == "vllm: two_shot simple");
  for (const int ranks : {6, 8}) {
    CHECK(vllm(one_node(ranks, 300), 256 * KiB - 1) == "vllm: one_shot simple");
    CHECK(vllm(one_node(ranks, 300), 256 * KiB) == "vllm: two_shot simple");
  }
  CHECK(vllm(one_node(2, 25), Bytes{1} << 30) == "vllm: one_shot simple");
}

TEST_CASE("vllm's choice is NCCL's wherever its own all-reduce does not run, and says why") {
  GroupFacts apart = one_node(4, 300);
  apart.fully_connected = false;
  const std::vector<std::pair<GroupFacts, Op>> others{{one_node(3, 300), Op::all_reduce},
                                                      {one_node(16, 300), Op::all_reduce},
                                                      {several_nodes(2, 4, 300, 4, 25), Op::all_reduce},
                                                      {one_node(8, 300), Op::all_gather},
                                                      {apart, Op::all_reduce}};
  for (const auto& [facts, op] : others) {
    const Chosen chosen = choose_as_vllm({op, MiB, facts, 1});
    const Chosen usual = choose_as_nccl({op, MiB, facts, 1});
    CHECK(chosen.by == "vllm");
    CHECK(chosen.algorithm == usual.algorithm);
    CHECK(chosen.protocol == usual.protocol);
    CHECK_THAT(chosen.reason, ContainsSubstring(": NCCL's choice"));
  }
}

TEST_CASE("a table's choice is its first row that matches, else NCCL's with the reason") {
  const auto rows = parse_tuner_table(
      "allreduce,0,1023,tree,ll,2,1,8\n"
      "allreduce,0,4095,ring,ll128,-1,-1,-1\n"
      "allreduce,8192,8192,nvls_tree,simple,-1,-1,-1\n"
      "reducescatter,0,4095,tree,simple,-1,-1,-1\n",
      "t.csv");
  const GroupFacts eight = one_node(8, 300), four = one_node(4, 300);
  const auto by_table = [&](const GroupFacts& facts, Bytes size, Op op = Op::all_reduce) {
    return choose_by_table({op, size, facts, 1}, rows, "t.csv");
  };
  CHECK(choice(by_table(eight, 1023)) == "table: double_tree ll");
  CHECK(by_table(eight, 1023).channels == 2);
  CHECK(by_table(eight, 1023).reason == "t.csv:1");
  CHECK(choice(by_table(eight, 1024)) == "table: ring ll128");
  CHECK_FALSE(by_table(eight, 1024).channels.has_value());
  CHECK(choice(by_table(four, 8)) == "table: ring ll128");
  CHECK(choice(by_table(eight, 4096)) == "table: ring ll");
  CHECK(by_table(eight, 4096).reason == "no row of t.csv matches: NCCL's choice");
  CHECK_THAT(by_table(eight, 8192).reason, ContainsSubstring("t.csv:3 names nvls_tree, which "));
  CHECK(by_table(eight, 8, Op::reduce_scatter).reason ==
        "t.csv:4 names double_tree, which does no reduce_scatter: NCCL's choice");
}

}  // namespace collsim::test
