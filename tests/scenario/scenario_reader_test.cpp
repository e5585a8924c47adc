#include <filesystem>
#include <fstream>

#include "scenario/read.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

namespace {

const std::string one_collective = "collectives: [{op: all_reduce, size: 1 MiB}]\n";

/// A folder that goes away with its files.
class Folder {
 public:
  Folder() { std::filesystem::create_directories(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }

 private:
  std::filesystem::path path_ = std::filesystem::temp_directory_path() / "collsim_reader_test";
};

}  // namespace

TEST_CASE("a scenario that states nothing but its task has the documented defaults") {
  const Scenario s = read_on_star(one_collective);
  CHECK(s.name == "s");
  CHECK(s.seed == 1);
  CHECK(s.topology.nodes.size() == 2);
  CHECK(s.model.alpha_start.sender == Duration::zero());
  CHECK(s.model.utilization == 1);
  CHECK(s.model.sharing == Sharing::max_min);
  CHECK(s.model.rates == Rates::progressive);
  CHECK(s.model.sync == Sync::barrier);
  CHECK(s.model.ties == Ties::file_order);
  REQUIRE(s.collectives.size() == 1);
  const CollectiveSpec& c = s.collectives[0];
  CHECK(c.id == "all_reduce0");
  CHECK(c.algorithm == "ring");
  CHECK(c.ranks.empty());
  CHECK(c.sizes == std::vector<Bytes>{1024 * 1024});
  CHECK_FALSE(c.swept);
  CHECK((c.dtype == "int8" && c.element == 1));
  CHECK((c.channels == 1 && c.chunks == 1 && c.weight == 1 && c.root == 0));
  CHECK_FALSE(c.rate_cap.has_value());
  CHECK((c.mark.line == 2 && c.mark.column == 15));
}

TEST_CASE("every supported key of a scenario is read") {
  const Scenario s = read_on_star(R"(name: both
model: {alpha_start: 300 ns, utilization: 0.95, sharing: equal_share, rates: progressive, sync: dataflow,
        routing: shortest, ties: destination, fairness: flow}
seed: 18446744073709551615
collectives:
  - {id: grad, op: all_reduce, algorithm: ring, ranks: "c[0-3]", size: 1 MiB, dtype: half, channels: 2, chunks: 3,
     protocol: simple, start: 5 us, after: [], weight: 2.5, rate_cap: 10 GB/s}
  - {id: next, op: all_to_all, algorithm: direct, ranks: [c4, "c[5-6], c7"], size: 8, after: grad}
background:
  - {from: c0, to: c1, rate: 10 GB/s, start: 1 us, stop: 5 ms, weight: 3}
  - {from: c1, to: c0, size: 1 GB}
events:
  - {at: 2 ms, link: "c0->sw", bandwidth: 25 GB/s}
  - {at: 3 ms, link: "c0->sw", state: down}
  - {at: 4 ms, link: "c0->sw", state: up}
stragglers:
  - {rank: c3, delay: 100 us}
)");
  CHECK(s.name == "both");
  CHECK(s.seed == 18446744073709551615U);
  CHECK((s.model.alpha_start.sender == nanoseconds(300) && s.model.alpha_start.receiver == Duration::zero()));
  CHECK(s.model.utilization == 0.95);
  CHECK(s.model.sharing == Sharing::equal_share);
  CHECK(s.model.sync == Sync::dataflow);
  CHECK(s.model.ties == Ties::destination);
  REQUIRE(s.collectives.size() == 2);
  const CollectiveSpec& grad = s.collectives[0];
  CHECK((grad.dtype == "half" && grad.element == 2));
  CHECK((grad.channels == 2 && grad.chunks == 3 && grad.weight == 2.5));
  CHECK(grad.start == Instant(microseconds(5)));
  CHECK(grad.rate_cap == 10e9);
  const CollectiveSpec& next = s.collectives[1];
  CHECK(next.op == Op::all_to_all);
  CHECK(next.algorithm == "direct");
  REQUIRE(next.ranks.size() == 3);
  CHECK((next.ranks[0].text == "c4" && next.ranks[1].text == "c[5-6]" && next.ranks[2].text == "c7"));
  CHECK(next.after == std::vector<std::size_t>{0});
  REQUIRE(s.background.size() == 2);
  CHECK((s.background[0].rate == 10e9 && s.background[0].weight == 3 && !s.background[0].size));
  CHECK(s.background[0].stop == Instant(std::chrono::milliseconds(5)));
  CHECK((s.background[1].size == 1'000'000'000 && !s.background[1].rate && !s.background[1].stop));
  REQUIRE(s.events.size() == 3);
  CHECK((s.events[0].change == LinkEventSpec::Change::bandwidth && s.events[0].bandwidth == 25e9));
  CHECK(s.events[1].change == LinkEventSpec::Change::down);
  CHECK(s.events[2].change == LinkEventSpec::Change::up);
  REQUIRE(s.events[2].links.size() == 1);
  CHECK(s.events[2].links[0].text == "c0->sw");
  REQUIRE(s.stragglers.size() == 1);
  CHECK((s.stragglers[0].chip.text == "c3" && s.stragglers[0].delay == microseconds(100)));
}

TEST_CASE("alpha_start in parts: the sender reads memory, the receiver writes it, both pass noc and stack") {
  const AlphaStart alpha =
      read_on_star("model: {alpha_start: {ddr_read: 150 ns, ddr_write: 10 ns, noc: 20 ns, stack: 50 ns}}\n" +
                   one_collective)
          .model.alpha_start;
  CHECK(alpha.sender == nanoseconds(150 + 20 + 50));
  CHECK(alpha.receiver == nanoseconds(20 + 50 + 10));
  // (3.3): the whole is ddr_r + ddr_w + 2 · (noc + stack).
  CHECK(alpha.sender + alpha.receiver == nanoseconds(150 + 10 + 2 * (20 + 50)));
  const AlphaStart part = read_on_star("model: {alpha_start: {noc: 20 ns}}\n" + one_collective).model.alpha_start;
  CHECK((part.sender == nanoseconds(20) && part.receiver == nanoseconds(20)));
}

TEST_CASE("the scenario's model goes over the topology's, key by key") {
  const Scenario s = read(
      "topology: {nodes: [{id: \"c[0-1]\", kind: chip}], model: {alpha_start: 1 us, sync: dataflow, utilization: "
      "0.9}}\n"
      "model: {sync: barrier}\n" +
      one_collective);
  CHECK(s.model.alpha_start.sender == microseconds(1));
  CHECK(s.model.utilization == 0.9);
  CHECK(s.model.sync == Sync::barrier);
}

TEST_CASE("a topology in another file is found from the scenario's folder, errors name its own file") {
  const Folder folder;
  folder.write("board.yaml", "nodes: [{id: \"c[0-1]\", kind: chip}]\nmodel: {sync: dataflow}\n");
  folder.write("s.yaml", "topology: board.yaml\n" + one_collective);
  const Scenario s = read_scenario(folder.file("s.yaml"), some_algorithms());
  CHECK(s.topology.name == "board");
  CHECK(s.topology.file == folder.file("board.yaml"));
  CHECK(s.model.sync == Sync::dataflow);

  folder.write("board.yaml", "nodes: [{id: c0, kind: chop}]\n");
  folder.write("s.yaml", "topology: board.yaml\ncollectives: [{op: all_reduce}]\n");
  try {
    read_scenario(folder.file("s.yaml"), some_algorithms());
    FAIL("must throw");
  } catch (const InputError& e) {
    CHECK(e.what() ==
          folder.file("s.yaml") + ":2:15: error: size: is missing: write, for example, size: 128 MiB\n" +
              folder.file("board.yaml") +
              ":1:24: error: kind: 'chop' is unknown (did you mean 'chip'?): write one of chip, switch, nic, host");
  }
}

TEST_CASE("a missing topology is a file error that names the file and who asked for it") {
  try {
    parse_scenario("topology: no/such.yaml\n" + one_collective, "dir/s.yaml", some_algorithms());
    FAIL("must throw");
  } catch (const FileError& e) {
    CHECK(std::string(e.what()) ==
          "dir/no/such.yaml: cannot be read: No such file or directory (named as the topology by dir/s.yaml:1:11, "
          "relative to that file's folder)");
  }
}

TEST_CASE("a missing topology is told with a file of its folder that has nearly its name") {
  const Folder folder;
  folder.write("two.yaml", "");
  folder.write("leaf-spine.yaml", "");
  const auto hint = [&](const std::string& named) -> std::string {
    try {
      parse_scenario("topology: " + named + "\n" + one_collective, folder.file("s.yaml"), some_algorithms());
    } catch (const FileError& e) {
      return e.what();
    }
    return "accepted";
  };
  CHECK_THAT(hint("two"), ContainsSubstring("; did you mean 'two.yaml'?)"));
  CHECK_THAT(hint("two.yml"), ContainsSubstring("; did you mean 'two.yaml'?)"));
  CHECK_THAT(hint("./laef-spine.yaml"), ContainsSubstring("; did you mean './leaf-spine.yaml'?)"));
  CHECK_THAT(hint("torus.yaml"), !ContainsSubstring("did you mean"));
}

TEST_CASE("a key at the top of a scenario that belongs elsewhere is told where") {
  const std::string error = errors_on_star("op: all_reduce\nsync: dataflow\n" + one_collective);
  CHECK_THAT(error,
             ContainsSubstring("s.yaml:2:1: error: unknown key 'op' of the scenario: it belongs to a collective: "
                               "indent it below an entry of collectives: (--set collectives.0.op=...)"));
  CHECK_THAT(error, ContainsSubstring("s.yaml:3:1: error: unknown key 'sync' of the scenario: indent it below model:"));
}

TEST_CASE("a utilization in per cent is refused with the number that is meant") {
  const auto error = [](const std::string& u) {
    return errors_on_star("model: {utilization: " + u + "}\n" + one_collective);
  };
  CHECK(error("82 %") == "s.yaml:2:22: error: utilization: '82 %' is a percentage: write 0.82");
  CHECK_THAT(error("99.9%"), ContainsSubstring("write 0.999"));
  CHECK_THAT(error("5 %"), ContainsSubstring("write 0.05"));
  CHECK_THAT(error("100 %"), ContainsSubstring("write 1"));
}

TEST_CASE("a scenario must have something to run, background alone is enough where it ends") {
  const char* nothing = "collectives: nothing is to run: write a collective, as in [{op: all_reduce, size: 128 MiB}]";
  CHECK_THAT(errors_on_star(""), ContainsSubstring(nothing));
  CHECK_THAT(errors_on_star("collectives: []\n"), ContainsSubstring(nothing));
  CHECK(errors_on_star("background: [{from: c0, to: c1, size: 1 GB}]\n") == "accepted");
  CHECK(errors_on_star("background: [{from: c0, to: c1, rate: 1 GB/s, stop: 1 ms}]\n") == "accepted");
  CHECK_THAT(errors_on_star("background: [{from: c0, to: c1, rate: 1 GB/s}]\n"), ContainsSubstring("never end"));
}

TEST_CASE("background has exactly one of rate and size, stop goes with rate and lies after start") {
  const auto error = [](const std::string& keys) {
    return errors_on_star(one_collective + "background:\n- {from: c0, to: c1" + keys + "}\n");
  };
  CHECK(error("") == "s.yaml:4:3: error: background: has neither rate nor size: give it exactly one of them");
  CHECK(error(", rate: 1 GB/s, size: 1 GB") ==
        "s.yaml:4:3: error: background: has both rate and size: give it exactly one of them");
  CHECK_THAT(error(", size: 1 GB, stop: 1 ms"), ContainsSubstring("stop: goes with rate"));
  CHECK_THAT(error(", rate: 1 GB/s, start: 2 ms, stop: 2 ms"),
             ContainsSubstring("stop: 2 ms is not after start, 2 ms"));
  CHECK_THAT(error(", rate: 1 GB/s, weight: 0"), ContainsSubstring("weight: '0' is not above 0"));
  CHECK_THAT(errors_on_star("background: [{from: c0, to: c0, size: 1 GB}]\n"),
             ContainsSubstring("two different chips"));
}

TEST_CASE("an event changes a bandwidth, a state or flaps") {
  const auto error = [](const std::string& keys) {
    return errors_on_star(one_collective + "events:\n- {at: 1 us, link: \"c0->sw\"" + keys + "}\n");
  };
  CHECK(error("") == "s.yaml:4:3: error: event: has none of bandwidth, state, flap: give it exactly one of them");
  CHECK_THAT(error(", state: down, bandwidth: 1 GB/s"), ContainsSubstring("has several of bandwidth, state"));
  CHECK(error(", state: dow") ==
        "s.yaml:4:37: error: state: 'dow' is unknown (did you mean 'down'?): write one of down, up");
  CHECK_THAT(error(", bandwidth: 0 GB/s"), ContainsSubstring("is zero"));
}

TEST_CASE("per_step is refused beside what it cannot do, saying which") {
  const std::string model = "model: {rates: per_step}\n";
  CHECK(errors_on_star(model + one_collective) == "accepted");
  const std::string error = errors_on_star(
      "model: {rates: per_step, sync: dataflow}\n"
      "collectives: [{op: all_reduce, size: 1 MiB}, {op: all_reduce, size: 1 MiB}]\n"
      "background: [{from: c0, to: c1, size: 1 GB}]\nevents: [{at: 1 us, link: \"c0->sw\", state: down}]\n"
      "stragglers: [{rank: c1, delay: 1 us}]\n");
  CHECK(error ==
        "s.yaml:2:16: error: rates: per_step is for sync: barrier and one collective with one channel alone; here it "
        "meets "
        "sync: dataflow, several collectives, background, events, stragglers: write progressive");
  CHECK_THAT(errors_on_star(model + "collectives: [{op: all_reduce, size: 1 MiB, channels: 2}]\n"),
             ContainsSubstring("here it meets several channels"));
}

TEST_CASE("a protocol has its own start-up cost and utilization, stated or by default") {
  const auto protocols = [](const std::string& keys) {
    return read_on_star("model: {alpha_start: 1 us, protocols: " + keys + "}\n" + one_collective).model.protocols;
  };
  const auto defaults = protocols("{}");
  // An ll line is half flags, eight of the 128 bytes of an ll128 line are.
  CHECK((defaults[0].utilization == 1 && defaults[1].utilization == 0.5 && defaults[2].utilization == 120.0 / 128));
  for (const ProtocolModel& protocol : defaults) CHECK_FALSE(protocol.alpha_start);
  const auto stated = protocols("{ll: {alpha_start: 300 ns, utilization: 0.25}, ll128: {alpha_start: {noc: 20 ns}}}");
  CHECK(stated[0] == defaults[0]);
  CHECK(stated[1].utilization == 0.25);
  CHECK(stated[1].alpha_start == AlphaStart{Duration(300'000), Duration(0)});
  CHECK(stated[2].utilization == 120.0 / 128);
  CHECK(stated[2].alpha_start == AlphaStart{Duration(20'000), Duration(20'000)});
}

TEST_CASE("a protocol that is none is refused, and what it cannot have") {
  const auto model = [](const std::string& keys) {
    return errors_on_star("model: {protocols: {" + keys + "}}\n" + one_collective);
  };
  CHECK_THAT(model("ll12: {}"), ContainsSubstring("s.yaml:2:21: error") && ContainsSubstring("did you mean 'll128'?"));
  CHECK_THAT(model("ll: {utilization: 2}"), ContainsSubstring("is not from 0.001 to 1"));
  CHECK_THAT(model("ll: {alpha: 1 us}"), ContainsSubstring("'alpha'"));
  CHECK_THAT(model("ll: 0.5"), ContainsSubstring("protocol ll"));
}

TEST_CASE("what later versions do is refused by name, never ignored") {
  const auto model = [](const std::string& keys) { return errors_on_star("model: {" + keys + "}\n" + one_collective); };
  CHECK_THAT(model("sharing: none, fairness: pair"), ContainsSubstring("fairness is for sharing: max_min"));
  CHECK(model("reduce_bandwidth: 1 GB/s") == "s.yaml:2:9: error: reduce_bandwidth is not supported yet");
  CHECK_THAT(errors_on_star(one_collective + "placement: []\n"), ContainsSubstring("placement"));
}

TEST_CASE("a utilization is above 0 and at most 1, a seed is a whole number of 64 bits") {
  CHECK_THAT(errors_on_star("model: {utilization: 1.01}\n" + one_collective),
             ContainsSubstring("utilization: is not from 0.001 to 1"));
  CHECK_THAT(errors_on_star("model: {utilization: 0}\n" + one_collective), ContainsSubstring("'0' is not above 0"));
  CHECK_THAT(errors_on_star("model: {utilization: .nan}\n" + one_collective), ContainsSubstring("utilization: '.nan'"));
  CHECK_THAT(errors_on_star("seed: -1\n" + one_collective),
             ContainsSubstring("s.yaml:2:7: error: seed: '-1' is negative"));
  CHECK_THAT(errors_on_star("seed: 18446744073709551616\n" + one_collective), ContainsSubstring("too large"));
}
