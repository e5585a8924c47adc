#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"
#include "topology/generate/table.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

/// Two leaves with four hosts each, joined by four links of 100, 100, 200 and 200 Gb/s.
std::string unequal_trunks(const std::string& port) {
  return "nodes: [{id: 'c[0-7]', kind: chip}, {id: leaf0, kind: switch}, {id: leaf1, kind: switch}]\n"
         "links:\n"
         "  - {from: 'c[0-3]', to: leaf0, bandwidth: " +
         port +
         "}\n"
         "  - {from: 'c[4-7]', to: leaf1, bandwidth: " +
         port +
         "}\n"
         "  - {from: leaf0, to: leaf1, bandwidth: 100 Gb/s, tier: r2r}\n"
         "  - {from: leaf0, to: leaf1, bandwidth: 100 Gb/s, tier: r2r}\n"
         "  - {from: leaf0, to: leaf1, bandwidth: 200 Gb/s, tier: r2r}\n"
         "  - {from: leaf0, to: leaf1, bandwidth: 200 Gb/s, tier: r2r}\n";
}

}  // namespace

TEST_CASE("topology: --generators prints every kind with its keys, or one of them") {
  const Outcome all = collsim({"topology", "--generators"});
  CHECK(all.status == 0);
  for (const GeneratorKind& kind : generators()) {
    CHECK_THAT(all.out, ContainsSubstring(std::string(kind.name) + ": "));
    CHECK_THAT(all.out, ContainsSubstring(std::string(kind.example)));
  }
  const Outcome one = collsim({"topology", "--generators", "fat_tree"});
  CHECK(one.status == 0);
  CHECK_THAT(one.out, ContainsSubstring("oversubscription") && ContainsSubstring("required") &&
                          ContainsSubstring("back_bandwidth") && !ContainsSubstring("dragonfly"));
  // What is inside a list or a mapping is told as well.
  CHECK_THAT(collsim({"topology", "--generators", "hierarchy"}).out,
             ContainsSubstring("    fan_out") && ContainsSubstring("      chips_per_nic"));
}

TEST_CASE("topology: --generators refuses a kind that there is not, and other options beside it") {
  const Outcome unknown = collsim({"topology", "--generators", "dragon_fly"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("no generator 'dragon_fly' (did you mean 'dragonfly'?)"));
  CHECK(collsim({"topology", "--generators", "ring", "--explicit"}).status == 2);
}

TEST_CASE("topology: parallel links of unequal bandwidth are summed up, in the table and by --cut") {
  const ScratchFolder folder;
  const std::string file = folder.write("t.yaml", unequal_trunks("100 Gb/s"));
  // 2 x 12.5 + 2 x 25 GB/s between the leaves; the hosts' ports let 4 x 12.5 GB/s through.
  const Outcome between = collsim({"topology", file, "--cut", "leaf0", "leaf1"});
  CHECK(between.status == 0);
  CHECK(between.out == "leaf0 -> leaf1: 75 GB/s, least cut\n");
  CHECK(collsim({"topology", file, "--cut", "c[0-3]", "c[4-7]"}).out == "c[0-3] -> c[4-7]: 50 GB/s, least cut\n");
  const std::string wide = folder.write("wide.yaml", unequal_trunks("400 Gb/s"));
  CHECK_THAT(collsim({"topology", wide}).out, ContainsSubstring("bisection: 75 GB/s"));
  CHECK_THAT(collsim({"topology", wide}).out, ContainsSubstring("together"));
}

TEST_CASE("topology: --cut takes nodes that exist and are on one side each") {
  const ScratchFolder folder;
  const std::string file = folder.write("t.yaml", unequal_trunks("100 Gb/s"));
  const Outcome unknown = collsim({"topology", file, "--cut", "c[0-3]", "c9"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("no node 'c9'"));
  CHECK(collsim({"topology", file, "--cut", "c[0-3]", "c[3-4]"}).status == 2);
  CHECK(collsim({"topology", file, "--cut", "c[0-3"}).status == 2);
  CHECK(collsim({"topology", file, "--cut", "c0", "c1", "--explicit"}).status == 2);
}

TEST_CASE("topology: links that differ by direction are told so, and the explicit form keeps both") {
  const ScratchFolder folder;
  const std::string yaml =
      "generate: {kind: ring, chips: 3, link: {bandwidth: 50 GB/s, back_bandwidth: 20 GB/s, "
      "latency: 1 us, back_latency: 2 us}}\n";
  const std::string file = folder.write("t.yaml", yaml);
  CHECK_THAT(collsim({"topology", file}).out,
             ContainsSubstring("50 GB/s | 20 GB/s") && ContainsSubstring("1 us | 2 us"));
  const Outcome expanded = collsim({"topology", file, "--explicit"});
  CHECK_THAT(expanded.out, ContainsSubstring("back_bandwidth: 20 GB/s") && ContainsSubstring("back_latency: 2 us"));
  const std::string again = folder.write("again.yaml", expanded.out);
  CHECK(collsim({"topology", again, "--explicit"}).out == expanded.out);
}

}  // namespace collsim::test
