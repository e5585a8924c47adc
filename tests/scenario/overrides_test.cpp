#include "scenario/read.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string base = "collectives:\n- {id: a, op: all_reduce, size: 1 MiB}\n";

Overrides set(std::vector<std::string> texts) {
  Overrides overrides;
  overrides.set = std::move(texts);
  return overrides;
}

Overrides sweep(Bytes from, Bytes to, double factor) {
  Overrides overrides;
  overrides.sweep = Overrides::Sweep{from, to, factor};
  return overrides;
}

std::string set_error(const std::string& text) { return errors_on_star(base, set({text})); }

}  // namespace

TEST_CASE("options: --set changes a value by its path before the scenario is read") {
  const Scenario s = read_on_star(
      base, set({"collectives.0.size=1GiB", "model.sync=dataflow", "seed=7", "topology.links.0.bandwidth=25 GB/s"}));
  CHECK(s.collectives[0].sizes.at(0) == 1 << 30);
  CHECK(s.model.sync == Sync::dataflow);
  CHECK(s.seed == 7);
  CHECK(s.topology.links[0].bandwidth == 25e9);
}

TEST_CASE("options: --set makes keys, mappings and whole sections, and later ones win") {
  const Scenario s = read_on_star(base, set({"model.alpha_start.noc=20 ns", "collectives.0.ranks=[c1, c0]",
                                             "stragglers=[{rank: c0, delay: 1 us}]", "name=x", "name=y"}));
  CHECK(s.model.alpha_start.sender == std::chrono::nanoseconds(20));
  CHECK(s.collectives[0].ranks.size() == 2);
  CHECK(s.stragglers.size() == 1);
  CHECK(s.name == "y");
}

TEST_CASE("options: --set: a wrong value is told as the option, not as a line of the file") {
  CHECK(set_error("collectives.0.size=-1") ==
        "--set collectives.0.size=-1: error: size: '-1' is negative: write a size of 0 B or more, as in 64 KiB");
  CHECK(set_error("topology.links.0.bandwidth=50") ==
        "--set topology.links.0.bandwidth=50: error: bandwidth: '50' has no unit: write 50 GB/s (bytes) or 50 Gb/s "
        "(bits, "
        "an eighth of that)");
}

TEST_CASE("options: --set: a wrong path says what would be right") {
  CHECK(set_error("modle.sync=dataflow") ==
        "--set modle.sync=dataflow: error: unknown key 'modle' of the scenario (did you mean 'model'?); known: name, "
        "topology, model, seed, collectives, background, events, stragglers, routes, repeats, jobs, alone, noise");
  CHECK(set_error("collectives.1.size=8") ==
        "--set collectives.1.size=8: error: 'collectives' is a list of 1: write the index 0 in place of '1'");
  CHECK_THAT(set_error("collectives.first.size=8"), ContainsSubstring("write the index 0 in place of 'first'"));
  CHECK(set_error("events.0.at=1 us") ==
        "--set events.0.at=1 us: error: there is no list 'events' to change an entry of: write the whole list");
  CHECK(set_error("collectives.0.size.x=1") ==
        "--set collectives.0.size.x=1: error: 'collectives.0.size' is a single value ('1 MiB') and has no 'x'");
  CHECK(set_error("collectives[0].size=8") ==
        "--set collectives[0].size=8: error: an entry of a list is named by a dot and its number from 0: write "
        "collectives.0.size");
  CHECK_THAT(set_error("collectives[0].size="), ContainsSubstring("write collectives.0.size"));
  CHECK(set_error("seed") == "--set seed: error: write path=value, as in model.sync=dataflow");
  CHECK(set_error("=5") == "--set =5: error: write path=value, as in model.sync=dataflow");
  CHECK(set_error("seed=") == "--set seed=: error: a value is missing after '='");
  CHECK(set_error("model..sync=barrier") ==
        "--set model..sync=barrier: error: a key is missing beside a '.' of the path");
  CHECK_THAT(set_error("collectives.0.ranks=[c0"),
             ContainsSubstring("--set collectives.0.ranks=[c0: error: not valid YAML"));
}

TEST_CASE("options: --set says clearly that a topology stands in another file") {
  CHECK_THAT(errors("topology: " COLLSIM_SOURCE_DIR "/LICENSE\n" + base, set({"topology.links.0.bandwidth=1 GB/s"})),
             ContainsSubstring("--set topology.links.0.bandwidth=1 GB/s: error: the topology stands in another file"));
}

TEST_CASE("options: -b -e -f replace the sizes of the one collective") {
  const Scenario s = read_on_star(base, sweep(8, 100, 3));
  CHECK(s.collectives[0].swept);
  CHECK(s.collectives[0].sizes == std::vector<Bytes>{8, 24, 72});
  CHECK(read_on_star("collectives: [{op: all_reduce}]\n", sweep(8, 8, 2)).collectives[0].sizes ==
        std::vector<Bytes>{8});
  // 6 bytes are one and a half floats: one.
  CHECK(read_on_star("collectives: [{op: all_reduce, dtype: float}]\n", sweep(6, 12, 2)).collectives[0].sizes ==
        std::vector<Bytes>{4, 12});
}

TEST_CASE("options: -b -e -f want one collective, rising bounds and a factor above 1") {
  CHECK(errors_on_star(base + "- {op: all_reduce, size: 8}\n", sweep(8, 16, 2)) ==
        "-b -e -f: error: they set the sizes of a scenario's only collective, and this has 2: write in the file, in "
        "place of the size of one of them, sizes: {from: 8 B, to: 16 B, factor: 2}");
  CHECK_THAT(errors_on_star("background: [{from: c0, to: c1, size: 1 GB}]\n", sweep(8, 16, 2)),
             ContainsSubstring("the scenario has no collective whose size they could set"));
  CHECK(errors_on_star(base, sweep(16, 8, 2)) == "-b -e -f: error: -b 16 B is more than -e 8 B");
  CHECK(errors_on_star(base, sweep(8, 16, 1)) == "-b -e -f: error: -f must be above 1, as in -f 2");
  CHECK(errors_on_star(base, sweep(0, 16, 2)) ==
        "-b -e -f: error: -b 0 times a factor stays 0 and never reaches -e 16 B: begin with 1 or more");
}

TEST_CASE("options: a range that is 0 alone means what size: 0 means") {
  CHECK(read_on_star(base, sweep(0, 0, 2)).collectives[0].sizes == std::vector<Bytes>{0});
}

TEST_CASE("options: the path of a key, of the first collective for all") {
  CHECK(set_path("seed") == "seed");
  CHECK(set_path("sync") == "model.sync");
  CHECK(set_path("size") == "collectives.0.size");
  CHECK(set_path("sise").empty());
  // A path is one that --set takes.
  for (const std::string change : {"seed=3", "sync=dataflow", "size=8"})
    CHECK(set_error(set_path(change.substr(0, change.find('='))) + change.substr(change.find('='))) == "accepted");
}
