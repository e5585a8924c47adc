#include <algorithm>

#include "scenario/reader.h"
#include "support/catch.h"

using namespace collsim;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string topology_errors(const std::string& yaml) {
  try {
    parse_topology(yaml, "t.yaml");
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

/// The error of one link written `link`, on a topology that is right otherwise.
std::string link_error(const std::string& link) {
  return topology_errors("nodes: [{id: \"c[0-7]\", kind: chip}]\nlinks:\n- {" + link + "}\n");
}

}  // namespace

TEST_CASE("a topology's nodes and links come with their values, defaults and positions") {
  const TopologyDescription t = parse_topology(R"(name: board
nodes:
  - {id: "c[0-7]", kind: chip}
  - {id: sw, kind: switch, latency: 100 ns, forwards: false, reduces: true, multicasts: true}
links:
  - {from: "c[0-7]", to: sw, bandwidth: 400 Gb/s, latency: 0.35 us, tier: b2b, duplex: half, count: 2}
  - {from: c0, to: c1, bandwidth: 900 GB/s}
)",
                                               "dir/t.yaml")
                                    .topology;
  CHECK(t.name == "board");
  CHECK(t.file == "dir/t.yaml");
  REQUIRE(t.nodes.size() == 2);
  CHECK(t.nodes[0].ids == "c[0-7]");
  CHECK(t.nodes[0].kind == NodeKind::chip);
  CHECK(t.nodes[0].latency == Duration::zero());
  CHECK_FALSE(t.nodes[0].forwards.has_value());
  CHECK_FALSE(t.nodes[0].reduces);
  CHECK(t.nodes[1].kind == NodeKind::switch_);
  CHECK(t.nodes[1].latency == std::chrono::nanoseconds(100));
  CHECK(t.nodes[1].forwards == false);
  CHECK((t.nodes[1].reduces && t.nodes[1].multicasts));
  CHECK((t.nodes[1].mark.line == 4 && t.nodes[1].mark.column == 10));
  REQUIRE(t.links.size() == 2);
  CHECK((t.links[0].from == "c[0-7]" && t.links[0].to == "sw"));
  CHECK(t.links[0].bandwidth == 50e9);
  CHECK(t.links[0].latency == std::chrono::nanoseconds(350));
  CHECK(t.links[0].tier == Tier::b2b);
  CHECK(t.links[0].duplex == Duplex::half);
  CHECK(t.links[0].count == 2);
  CHECK((t.links[0].to_mark.line == 6 && t.links[0].to_mark.column == 26));
  CHECK(t.links[1].tier == Tier::c2c);
  CHECK(t.links[1].duplex == Duplex::full);
  CHECK(t.links[1].count == 1);
}

TEST_CASE("a topology without a name is called after its file") {
  CHECK(parse_topology("nodes: [{id: c0, kind: chip}]", "some/two-boards.yaml").topology.name == "two-boards");
}

TEST_CASE("every word for a kind, tier and duplex is read and printed alike") {
  for (const NodeKind kind : {NodeKind::chip, NodeKind::switch_, NodeKind::nic, NodeKind::host}) {
    const auto t = parse_topology(std::string("nodes: [{id: a, kind: ") + to_string(kind) + "}]", "t.yaml").topology;
    CHECK(t.nodes[0].kind == kind);
  }
  const std::string link = "nodes: [{id: a, kind: chip}]\nlinks: [{from: a, to: b, bandwidth: 1 GB/s, ";
  for (const Tier tier : {Tier::d2d, Tier::c2c, Tier::b2b, Tier::r2r, Tier::p2p}) {
    CHECK(parse_topology(link + "tier: " + to_string(tier) + "}]", "t.yaml").topology.links[0].tier == tier);
  }
  for (const Duplex duplex : {Duplex::full, Duplex::half, Duplex::uncontended}) {
    CHECK(parse_topology(link + "duplex: " + to_string(duplex) + "}]", "t.yaml").topology.links[0].duplex == duplex);
  }
}

TEST_CASE("topology: mistakes are told together, in order, with what would be right") {
  CHECK(topology_errors(R"(nodes:
  - {id: "c[0-7]", kind: chipp}
  - {id: "c[9-8]", kind: switch, latancy: 100 ns}
  - {kind: switch, forwards: yes}
links:
  - {from: "c[0-7]", to: "n[0-6]", bandwidth: 450}
)") == R"(t.yaml:2:26: error: kind: 'chipp' is unknown (did you mean 'chip'?): write one of chip, switch, nic, host
t.yaml:3:10: error: id: 'c[9-8]' has a falling range: write [8-9]
t.yaml:3:34: error: unknown key 'latancy' of a node (did you mean 'latency'?); known: id, kind, latency, forwards, reduces, multicasts
t.yaml:4:5: error: id: is missing: write, for example, id: "c[0-7]"
t.yaml:4:30: error: forwards: 'yes' is neither true nor false
t.yaml:6:26: error: to: 'n[0-6]' stands for 7 nodes and 'c[0-7]' for 8: both must be equally many, or one of them one
t.yaml:6:47: error: bandwidth: '450' has no unit: write 450 GB/s (bytes) or 450 Gb/s (bits, an eighth of that))");
}

TEST_CASE("topology: a bandwidth of zero, below zero, nan or infinity is refused with its value and line") {
  for (const char* value : {"0 GB/s", "-50 GB/s", ".nan", "nan GB/s", ".inf", "inf GB/s"}) {
    CAPTURE(value);
    CHECK_THAT(link_error(std::string("from: c0, to: c1, bandwidth: ") + value),
               ContainsSubstring("t.yaml:3:33: error: bandwidth: '" + std::string(value) + "'"));
  }
}

TEST_CASE("topology: a negative latency is refused") {
  CHECK(link_error("from: c0, to: c1, bandwidth: 1 GB/s, latency: -50 ns") ==
        "t.yaml:3:50: error: latency: '-50 ns' is negative: write a time of 0 s or more, as in 150 ns");
}

TEST_CASE("topology: numbers that YAML readers disagree on are refused") {
  const std::string link = "from: c0, to: c1, bandwidth: 1 GB/s, count: ";
  CHECK_THAT(link_error(link + "010"), ContainsSubstring("superfluous 0"));
  CHECK_THAT(link_error(link + "0x10"), ContainsSubstring("no whole number"));
  CHECK_THAT(link_error(link + "1e3"), ContainsSubstring("no whole number"));
  CHECK_THAT(link_error(link + "8.0"), ContainsSubstring("no whole number"));
  CHECK_THAT(link_error(link + "1_000"), ContainsSubstring("no whole number"));
  CHECK(link_error(link + "\"4\"") ==
        "t.yaml:3:48: error: count: '4' stands in quotes and so is a text: leave the quotes out");
  CHECK_THAT(link_error(link + "0"), ContainsSubstring("out of range: from 1"));
  CHECK_THAT(link_error(link + "~"), ContainsSubstring("t.yaml:3:41: error: count has no value"));
}

TEST_CASE("topology: an id cannot hold what separates ids or names of links") {
  for (const char* id : {"\"c 0\"", "\"a,b\"", "\"a->b\"", "\"a#2\""}) {
    CAPTURE(id);
    CHECK_THAT(topology_errors(std::string("nodes: [{id: ") + id + ", kind: chip}]"),
               ContainsSubstring("which no id may"));
  }
  CHECK(topology_errors("nodes: [{id: \"c[0,2]-x.y_z\", kind: chip}]") == "accepted");
}

TEST_CASE("topology: its model defaults are checked though nothing uses them here") {
  CHECK_THAT(topology_errors("nodes: [{id: c0, kind: chip}]\nmodel: {sync: barier}"),
             ContainsSubstring("t.yaml:2:15: error: sync: 'barier' is unknown (did you mean 'barrier'?)"));
}

TEST_CASE("topology: something must be in it") {
  CHECK(topology_errors("name: x") ==
        "t.yaml:1:1: error: nodes: is missing: write, for example, nodes: [{id: \"c[0-7]\", kind: chip}]");
  CHECK(topology_errors("nodes: []") == "t.yaml:1:8: error: nodes: the list is empty");
  CHECK(topology_errors("nodes: {id: c0, kind: chip}") ==
        "t.yaml:1:8: error: nodes: a list is wanted here, not a mapping");
}

TEST_CASE("a topology that cannot be read is a file error that begins with its path") {
  try {
    read_topology("/nowhere/t.yaml");
    FAIL("must throw");
  } catch (const FileError& e) {
    CHECK(std::string(e.what()) == "/nowhere/t.yaml: cannot be read: No such file or directory");
  }
  CHECK_THROWS_AS(read_topology("/"), FileError);
}
