// Mistakes in a description of a network are found before anything runs, with the place and the word that is wrong.
// After simgrid/simgrid#116, oar-team/batsim#57, acsicuib/YAFS#20, osukhoroslov/dslab#287, davidepatti/noxim#73,
// astra-sim/astra-sim#57 and aliyun/SimAI#50.

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/networks.h"
#include "support/refusal.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A scenario that runs, but for one line that is replaced (counted from 1, as in messages).
std::string with_line(int number, const std::string& text) {
  std::vector<std::string> lines{"topology:",
                                 "  nodes:",
                                 "    - {id: c0, kind: chip}",
                                 "    - {id: c1, kind: chip}",
                                 "    - {id: leaf, kind: switch}",
                                 "  links:",
                                 "    - {from: c0, to: leaf, bandwidth: 50 GB/s}",
                                 "    - {from: c1, to: leaf, bandwidth: 50 GB/s}",
                                 "collectives:",
                                 "  - {op: all_reduce, algorithm: ring, size: 1 MB}"};
  lines.at(static_cast<std::size_t>(number - 1)) = text;
  std::string yaml;
  for (const std::string& line : lines) yaml += line + "\n";
  return yaml;
}

struct Mistake {
  int line;
  const char* text;
  std::vector<const char*> said;  ///< words that the message must hold
};

void check_refused(const Mistake& mistake) {
  CAPTURE(mistake.line, mistake.text);
  const std::vector<Diagnostic> found = mistakes(with_line(mistake.line, mistake.text));
  REQUIRE(found.size() == 1);
  CHECK(found[0].mark.line == mistake.line);
  CHECK(found[0].mark.column > 0);
  for (const char* word : mistake.said) CHECK_THAT(found[0].message, ContainsSubstring(word));
}

}  // namespace

TEST_CASE("practice: a broken node or link is refused with its line and the offending value") {
  CHECK(mistakes(with_line(1, "topology:")).empty());
  check_refused({4, "    - {id: 'c[0-1]', kind: chip}", {"c0"}});
  check_refused({4, "    - {id: c1, kind: chp}", {"chp", "chip"}});
  check_refused({8, "    - {from: c1, to: laef, bandwidth: 50 GB/s}", {"laef", "'leaf'"}});
  check_refused({8, "    - {from: c1, to: c1, bandwidth: 50 GB/s}", {"c1"}});
  check_refused({8, "    - {from: c1, to: leaf, bandwith: 50 GB/s, bandwidth: 50 GB/s}", {"bandwith", "'bandwidth'"}});
  check_refused({8, "    - {from: c1, to: leaf, bandwidth: 50 GB/s, bandwidth: 25 GB/s}", {"bandwidth"}});
  check_refused({8, "\t- {from: c1, to: leaf, bandwidth: 50 GB/s}", {"tab"}});
  check_refused({8, "    - {from: c1, to: leaf, bandwidth: 50 GB/s, latency: -1 us}", {"latency", "-1 us"}});
}

TEST_CASE("practice: a bandwidth that is none is refused with its value") {
  for (const char* value : {"0 GB/s", "-50 GB/s", "nan GB/s", ".nan", "inf GB/s", "50 gb/s"}) {
    const std::string line = "    - {from: c1, to: leaf, bandwidth: " + std::string(value) + "}";
    check_refused({8, line.c_str(), {"bandwidth", value}});
  }
  check_refused({8, "    - {from: c1, to: leaf, bandwidth: 50}", {"bandwidth", "50 GB/s", "50 Gb/s"}});
}

TEST_CASE("practice: a rank must be a chip of the network, and one chip is one rank") {
  check_refused({10, "  - {op: all_reduce, algorithm: ring, size: 1 MB, ranks: [c0, leaf]}", {"leaf", "chip"}});
  check_refused({10, "  - {op: all_reduce, algorithm: ring, size: 1 MB, ranks: 'c[0-2]'}", {"c2"}});
  check_refused({10, "  - {op: all_reduce, algorithm: ring, size: 1 MB, ranks: [c0, c1, c0]}", {"c0"}});
}

TEST_CASE("practice: two mistakes are reported in one go") {
  const std::vector<Diagnostic> found = mistakes(
      "topology: {nodes: [{id: c0, kind: chip}, {id: c1, kind: chip}], links: [\n"
      "  {from: c0, to: c1, bandwidth: 50}]}\n"
      "collectives:\n"
      "  - {op: all_reduce, algorithm: rnig, size: 1 MB}\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].mark.line == 2);
  CHECK(found[1].mark.line == 4);
  CHECK_THAT(found[1].message, ContainsSubstring("rnig") && ContainsSubstring("'ring'"));
}

TEST_CASE("practice: ranges of unequal length are refused with both lengths") {
  const std::vector<Diagnostic> found =
      mistakes(topology("{id: 'c[0-7]', kind: chip}, {id: 'nic[0-5]', kind: nic}, {id: sw, kind: switch}",
                        "{from: 'c[0-7]', to: 'nic[0-5]', bandwidth: 50 GB/s}, "
                        "{from: 'nic[0-5]', to: sw, bandwidth: 50 GB/s}") +
               "collectives: [{op: all_reduce, algorithm: ring, size: 1 MB}]\n");
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].message, ContainsSubstring("8") && ContainsSubstring("6"));
}

TEST_CASE("practice: parts of a network that nothing connects matter only to a flow that needs them") {
  const std::string network = topology("{id: 'c[0-3]', kind: chip}, {id: 's[0-1]', kind: switch}",
                                       "{from: 'c[0-1]', to: s0, bandwidth: 50 GB/s}, "
                                       "{from: 'c[2-3]', to: s1, bandwidth: 50 GB/s}");
  CHECK(time_us(network + "collectives: [{op: all_reduce, algorithm: ring, ranks: 'c[2-3]', size: 1 MB}]\n") > 0);
  CHECK_THROWS_WITH(simulate(network + collectives({send("x", "c1", "c2", "1 MB")})),
                    ContainsSubstring("c1") && ContainsSubstring("c2"));
  CHECK_THROWS_AS(simulate(network + collectives({send("x", "c1", "c2", "1 MB")})), SimulationError);
}

TEST_CASE("practice: only chips are ranks: 64 of 72 nodes") {
  const CollectiveResult c = only(simulate(
      topology(
          "{id: 'c[0-63]', kind: chip}, {id: 'leaf[0-6]', kind: switch}, {id: spine, kind: switch}",
          "{from: 'c[0-63]', to: spine, bandwidth: 123.456 GB/s}, {from: 'leaf[0-6]', to: spine, bandwidth: 1 GB/s}") +
      "collectives: [{op: all_gather, algorithm: ring, size: 64 MB}]\n"));
  CHECK(c.ranks() == 64);
  CHECK(c.steps == 63);
}
