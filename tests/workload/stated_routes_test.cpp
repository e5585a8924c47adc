#include <numeric>
#include <string>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/recorder.h"
#include "support/refusal.h"
#include "support/simulate.h"
#include "workload/bundles.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Two chips on each of two leaves under two spines; the second's links are half as wide.
std::string two_spines() {
  return topology("{id: 'c[0-3]', kind: chip}, {id: 'leaf[0-1]', kind: switch}, {id: 'spine[0-1]', kind: switch}",
                  "{from: 'c[0-1]', to: leaf0, bandwidth: 10 GB/s}, {from: 'c[2-3]', to: leaf1, bandwidth: 10 GB/s}, "
                  "{from: 'leaf[0-1]', to: spine0, bandwidth: 10 GB/s, latency: 1 us}, "
                  "{from: 'leaf[0-1]', to: spine1, bandwidth: 5 GB/s, latency: 3 us}");
}

Result send_by(const std::string& routes, const std::string& model = "") {
  return simulate(two_spines() + "model: {" + model + "}\nroutes:\n" + routes +
                  collectives({send("x", "c0", "c2", "10 MB")}));
}

std::string first_mistake(const std::string& routes) {
  const auto found = mistakes(two_spines() + "routes:\n" + routes + collectives({send("x", "c0", "c2", "10 MB")}));
  REQUIRE_FALSE(found.empty());
  CHECK(found.front().mark.line >= 3);
  CHECK(found.front().mark.column > 1);
  return found.front().message;
}

}  // namespace

TEST_CASE("routes: a message goes by the nodes and links that are named, and shortest between them") {
  for (const char* via : {"spine1", "[leaf0, spine1, leaf1]", "leaf0->spine1", "[c0->leaf0, spine1, leaf1->c2]"}) {
    CAPTURE(via);
    const Result r = send_by(std::string("  - {from: c0, to: c2, via: ") + via + "}\n");
    CHECK(ticks_apart(makespan_us(r), 10e6 / 5e3 + 2 * 3) <= 2);
    CHECK(link(r, "leaf0->spine1").bytes == 10'000'000);
    CHECK(link(r, "leaf0->spine0").bytes == 0);
  }
}

TEST_CASE("routes: pairs that no route is stated for go by the model's routing") {
  const Result r = send_by("  - {from: c1, to: 'c[2-3]', via: spine1}\n");
  CHECK(link(r, "leaf0->spine0").bytes == 10'000'000);
}

TEST_CASE("routes: parts by share are flows of their own, there when the last one is") {
  const Result r = send_by(
      "  - {from: 'c[0-1]', to: c2, via: spine0, share: 0.75}\n"
      "  - {from: c0, to: c2, via: spine1, share: 0.25}\n  - {from: c1, to: c2, via: spine1, share: 0.25}\n",
      "alpha_start: 2 us");
  CHECK(link(r, "leaf0->spine0").bytes == 7'500'000);
  CHECK(link(r, "leaf0->spine1").bytes == 2'500'000);
  // Both claim c0's 10 GB/s: 5 each, while the quarter lasts, 500 us; then the other has all for its last 5 MB.
  CHECK(ticks_apart(makespan_us(r), 2 + 500 + 500 + 2 * 1) <= 3);
  CHECK(collective(r, "x").flows == 1);
}

TEST_CASE("routes: whole bytes go each way, and add up") {
  const std::vector<StatedWay> thirds(3, {{}, 1.0 / 3});
  for (Bytes bytes = 0; bytes < 50; ++bytes) {
    const std::vector<Bytes> parts = split_bytes(bytes, thirds);
    CHECK(std::accumulate(parts.begin(), parts.end(), Bytes{0}) == bytes);
    for (const Bytes part : parts) CHECK(std::abs(3 * part - bytes) <= 3);
  }
}

TEST_CASE("routes: a message too small for all its ways, or without bytes, still arrives") {
  for (const char* sync : {"barrier", "dataflow"}) {
    for (const char* size : {"0", "1", "2", "3", "1000"}) {
      CAPTURE(sync, size);
      const Result r = simulate(two_spines() + "model: {alpha_start: 1 us, sync: " + sync + "}\n" +
                                "routes:\n  - {from: 'c[0-1]', to: 'c[2-3]', via: spine0, share: 0.5}\n"
                                "  - {from: 'c[0-1]', to: 'c[2-3]', via: spine1, share: 0.5}\n"
                                "collectives: [{op: all_reduce, size: " +
                                size + "}, {op: all_to_all, size: " + size + "}]\n");
      CHECK(r.runs.at(0).collectives.at(0).flows == 4 * 6);
      CHECK(r.runs.at(0).collectives.at(1).flows == 4 * 3);
    }
  }
}

TEST_CASE("routes: what is wrong is told with its place") {
  const auto via = [](const std::string& names) {
    return first_mistake("  - {from: c0, to: c2, via: " + names + "}\n");
  };
  CHECK_THAT(via("spine7"), ContainsSubstring("has no node and no link 'spine7'") && ContainsSubstring("did you mean"));
  CHECK_THAT(via("c1"), ContainsSubstring("c1 carries no traffic of others"));
  CHECK_THAT(via("[spine1, leaf0]"), ContainsSubstring("passes leaf0 twice"));
  CHECK_THAT(via("[]"), ContainsSubstring("via"));
  CHECK_THAT(first_mistake("  - {from: c0, to: c2}\n"), ContainsSubstring("via"));
  CHECK_THAT(first_mistake("  - {from: c9, to: c2, via: spine0}\n"), ContainsSubstring("unknown chip 'c9'"));
  CHECK_THAT(first_mistake("  - {from: leaf0, to: c2, via: spine0}\n"), ContainsSubstring("only chips send"));
  CHECK_THAT(first_mistake("  - {from: c0, to: c0, via: spine0}\n"), ContainsSubstring("itself"));
  CHECK_THAT(first_mistake("  - {from: c0, to: c2, via: spine0, share: 0}\n"), ContainsSubstring("share"));
  CHECK_THAT(first_mistake("  - {from: c0, to: c2, via: spine0, share: 0.5}\n"), ContainsSubstring("add up to 0.5"));
  CHECK_THAT(first_mistake("  - {from: c0, to: c2, via: spine0}\n  - {from: 'c[0-1]', to: c2, via: spine1}\n"),
             ContainsSubstring("2 routes say how to go from c0 to c2"));
}
