#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tools/run_collsim.h"

using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using collsim::test::Outcome;

namespace {

std::string scenario(const std::string& name) { return COLLSIM_SOURCE_DIR "/scenarios/" + name + ".yaml"; }

}  // namespace

TEST_CASE("collsim explain: tells in sentences where the time goes, which link, why and what would help") {
  const Outcome outcome = collsim::test::collsim({"explain", scenario("pcie-box")});
  REQUIRE(outcome.status == 0);
  // The scenario's own comment derives the figures: four messages share each uplink, 72 347 us.
  for (const char* told :
       {"alternating: all_reduce of 256 MiB by ring on 8 ranks takes 72346.68 us", "14 times the same hop c0 → c4",
        "on pcie0->socket0 it meets 3 of its step (c0→c4, c1→c5, c2→c6, c3→c7)",
        "leave their group 8 times a round, 4 out of c0 … c3; 2 would do",
        "All hops: 72346.68 us, the operation's time", "Doubling all 2 links like pcie0->socket0 helps most",
        "No algorithm can do it in less than 18071.87 us"})
    CHECK_THAT(outcome.out, ContainsSubstring(told));
}

TEST_CASE("collsim explain: the same as JSON, in which the hops add up") {
  const Outcome outcome =
      collsim::test::collsim({"explain", scenario("trouble"), "--json", "-", "--no-sensitivity", "--top", "3"});
  REQUIRE(outcome.status == 0);
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json.at("schema") == "collsim-explanation/1");
  const auto& operation = json.at("operations").at(0);
  double sum = 0;
  for (const auto& hop : operation.at("critical_path")) sum += hop.at("time_us").get<double>();
  CHECK(sum == Approx(operation.at("time_us").get<double>()).epsilon(1e-12));
  CHECK(json.at("busiest_links").size() == 3);
  CHECK_FALSE(json.contains("sensitivity"));
}

TEST_CASE("collsim explain: one size of a sweep, and overrides, as in a run") {
  const Outcome outcome = collsim::test::collsim({"explain", scenario("quickstart"), "-b", "1K", "-e", "1K",
                                                  "--no-sensitivity", "--set", "collectives.0.op=all_gather"});
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("grad: all_gather of 1 KiB by ring on 8 ranks takes"));
  CHECK_THAT(outcome.out, ContainsSubstring("fewer steps would help, faster links hardly"));
}

TEST_CASE("collsim explain: what is asked wrongly is refused") {
  CHECK(collsim::test::collsim({"explain"}).status == 2);
  CHECK(collsim::test::collsim({"explain", scenario("pcie-box"), "--top", "0"}).status == 2);
  CHECK(collsim::test::collsim({"explain", scenario("pcie-box"), "--json", scenario("pcie-box")}).status == 2);
  CHECK(collsim::test::collsim({"explain", "/no/such/file.yaml"}).status == 4);
}
