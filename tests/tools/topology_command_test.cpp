#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

constexpr const char* two_boards = R"(name: boards
nodes:
  - {id: "c[0-3]", kind: chip}
  - {id: "sw[0-1]", kind: switch, latency: 100 ns}
links:
  - {from: "c[0-1]", to: sw0, bandwidth: 450 GB/s, latency: 50 ns, tier: c2c}
  - {from: "c[2-3]", to: sw1, bandwidth: 450 GB/s, latency: 50 ns, tier: c2c, duplex: half}
  - {from: sw0, to: sw1, bandwidth: 25 GB/s, latency: 300 ns, tier: b2b, count: 2}
)";

/// `collsim topology` of this text.
Outcome topology(const std::string& yaml, std::vector<std::string> options = {}) {
  const ScratchFolder folder;
  options.insert(options.begin(), {"topology", folder.write("t.yaml", yaml)});
  return collsim(options);
}

}  // namespace

TEST_CASE("topology: counts nodes and links") {
  const Outcome outcome = topology(two_boards);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("topology boards"));
  CHECK_THAT(outcome.out, ContainsSubstring("nodes: 4 chips, 2 switches"));
  CHECK_THAT(outcome.out, ContainsSubstring("ranks: 4"));
  CHECK_THAT(outcome.out, ContainsSubstring("links: 5"));
}

TEST_CASE("topology: a path adds up the latencies of its links and of the nodes between") {
  const Outcome outcome = topology(two_boards, {"--path", "c0", "c3"});
  CHECK(outcome.status == 0);
  // 50 + 100 + 300 + 100 + 50 ns; two links of 25 GB/s act as one.
  CHECK_THAT(outcome.out, ContainsSubstring("3 hops, least bandwidth 50 GB/s, alpha_path 600 ns"));
  CHECK_THAT(outcome.out, ContainsSubstring("sw0->sw1"));
}

TEST_CASE("topology: a path says how many ways are as short") {
  const std::string three =
      "nodes: [{id: \"c[0-1]\", kind: chip}, {id: \"sw[0-1]\", kind: switch}]\n"
      "links:\n  - {from: c0, to: sw0, bandwidth: 50 GB/s}\n  - {from: sw1, to: c1, bandwidth: 50 GB/s}\n"
      "  - {from: sw0, to: sw1, bandwidth: 50 GB/s}\n  - {from: sw0, to: sw1, bandwidth: 25 GB/s}\n"
      "  - {from: sw0, to: sw1, bandwidth: 50 GB/s}\n";
  CHECK_THAT(topology(three, {"--path", "c0", "c1"}).out, ContainsSubstring("3 ways of 3 hops"));
  CHECK_THAT(topology(two_boards, {"--path", "c0", "c3"}).out, !ContainsSubstring("ways"));
}

TEST_CASE("topology: a path needs two nodes that exist, are different and are joined") {
  const Outcome unknown = topology(two_boards, {"--path", "c0", "sw3"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("no node 'sw3' (did you mean 'sw0'?)"));
  CHECK(topology(two_boards, {"--path", "c0", "c0"}).status == 2);
  const Outcome apart = topology("nodes: [{id: \"c[0-1]\", kind: chip}]\nlinks: []\n", {"--path", "c0", "c1"});
  CHECK(apart.status == 3);
  CHECK_THAT(apart.err, ContainsSubstring("no route from c0 to c1"));
}

TEST_CASE("topology: a path follows the file's ties, or those of the option") {
  const std::string twin =
      "nodes: [{id: \"c[0-3]\", kind: chip}, {id: \"sw[0-1]\", kind: switch}]\n"
      "links: [{from: \"c[0-3]\", to: sw0, bandwidth: 1 GB/s}, {from: \"c[0-3]\", to: sw1, bandwidth: 1 GB/s}]\n";
  const std::string spread = twin + "model: {ties: destination}\n";
  bool differs = false;
  for (const std::string to : {"c1", "c2", "c3"}) {
    const std::vector<std::string> path{"--path", "c0", to};
    const auto with = [&](const std::string& ties) {
      return std::vector<std::string>{"--path", "c0", to, "--ties", ties};
    };
    const std::string first = topology(twin, path).out;
    CHECK_THAT(first, ContainsSubstring("c0->sw0"));
    CHECK(topology(spread, path).out == topology(twin, with("destination")).out);
    CHECK(topology(spread, with("file_order")).out == first);
    differs = differs || topology(spread, path).out != first;
  }
  // Destinations are spread over both switches.
  CHECK(differs);
  CHECK(topology(twin, {"--path", "c0", "c1", "--ties", "first"}).status == 2);
}

TEST_CASE("topology: pairs of chips without a route are counted") {
  // Two switches that nothing joins, with two chips and one: of six ordered pairs the two inside the first have a
  // route.
  const std::string apart =
      "nodes: [{id: 'c[0-2]', kind: chip}, {id: 's[0-1]', kind: switch}]\n"
      "links: [{from: 'c[0-1]', to: s0, bandwidth: 1 GB/s}, {from: c2, to: s1, bandwidth: 1 GB/s}]\n";
  CHECK_THAT(topology(apart).out, ContainsSubstring("none between 4 of 6 pairs of chips"));
  CHECK_THAT(topology(two_boards).out, ContainsSubstring("KiB of tables\n"));
}

TEST_CASE("topology: the explicit form reads back as itself and as the same topology") {
  const Outcome expanded = topology(two_boards, {"--explicit"});
  REQUIRE(expanded.status == 0);
  CHECK_THAT(expanded.out, ContainsSubstring("{id: c3, kind: chip}"));
  CHECK(topology(expanded.out, {"--explicit"}).out == expanded.out);
  CHECK(topology(expanded.out).out == topology(two_boards).out);
  CHECK(topology(expanded.out, {"--path", "c3", "c0"}).out == topology(two_boards, {"--path", "c3", "c0"}).out);
}

TEST_CASE("topology: the explicit form quotes ids that YAML would take for something else") {
  const std::string odd =
      "nodes: [{id: \"null\", kind: chip}, {id: \"7\", kind: chip}, {id: \"a:b\", kind: chip}]\n"
      "links: [{from: \"null\", to: \"7\", bandwidth: 1 GB/s}, {from: \"7\", to: \"a:b\", bandwidth: 1 GB/s}]\n";
  const Outcome expanded = topology(odd, {"--explicit"});
  REQUIRE(expanded.status == 0);
  CHECK(topology(expanded.out, {"--explicit"}).out == expanded.out);
}

TEST_CASE("algorithms: every row tells its operations, steps and source") {
  const Outcome outcome = collsim({"algorithms"});
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("ring") && ContainsSubstring("2(N-1)") && ContainsSubstring("source"));
}

}  // namespace collsim::test
