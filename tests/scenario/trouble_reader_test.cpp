// What the readers of events, noise, failover, jitter and stragglers refuse, and what they say.

#include <string>

#include "support/catch.h"
#include "support/networks.h"
#include "support/refusal.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::Contains;

namespace {

/// All that is wrong with keys beside a plain all_reduce on a star of four, in one text.
std::string refused(const std::string& keys) {
  std::string all;
  for (const Diagnostic& d :
       mistakes(star(4, "10 GB/s") + "collectives: [{op: all_reduce, size: 1 MB}]\n" + keys + "\n"))
    all += d.message + "\n";
  return all;
}

}  // namespace

TEST_CASE("events: exactly one thing changes in exactly one way") {
  CHECK_THAT(refused("events: [{at: 1 ms, state: down}]"), Contains("has none of link, switch"));
  CHECK_THAT(refused("events: [{at: 1 ms, link: 'c0->sw', switch: sw, state: down}]"),
             Contains("has several of link") && Contains("exactly one"));
  CHECK_THAT(refused("events: [{at: 1 ms, link: 'c0->sw'}]"), Contains("has none of bandwidth, state"));
  CHECK_THAT(refused("events: [{at: 1 ms, link: 'c0->sw', state: broken}]"), Contains("broken") && Contains("down"));
  CHECK_THAT(refused("events: [{at: 1 ms, switch: sw, bandwidth: 1 GB/s}]"), Contains("bandwidth: is a link's"));
  CHECK_THAT(refused("events: [{at: 1 ms, link: [], state: down}]"), Contains("empty list"));
  CHECK_THAT(refused("events: [{link: 'c0->sw', state: down}]"), Contains("at"));
}

TEST_CASE("events: names that the topology does not have are told with the nearest one") {
  CHECK_THAT(refused("events: [{at: 1 ms, link: 'c0->ws', state: down}]"),
             Contains("unknown link 'c0->ws'") && Contains("did you mean 'c0->sw'?"));
  CHECK_THAT(refused("events: [{at: 1 ms, switch: sv, state: down}]"), Contains("unknown node 'sv'"));
  CHECK_THAT(refused("events: [{at: 1 ms, switch: c0, state: down}]"), Contains("'c0' is a chip: name it with node"));
  CHECK_THAT(refused("events: [{at: 1 ms, link: 'c[0-2]->c[0-1]', state: down}]"), Contains("3 nodes and 2"));
  CHECK(refused("events: [{at: 1 s, link: 'c[0-3]->sw', bandwidth: 1 GB/s}, {at: 1 s, node: c0, state: up}]").empty());
}

TEST_CASE("events: flapping has two times above 0 and an end") {
  const auto flap = [](const std::string& keys) {
    return refused("events: [{at: 1 ms, link: 'c0->sw', flap: {" + keys + "}}]");
  };
  CHECK_THAT(flap("down: 1 ms, up: 1 ms"), Contains("wants one of times: 10 and until: 20 ms"));
  CHECK_THAT(flap("down: 1 ms, up: 1 ms, times: 3, until: 9 ms"), Contains("wants one of times"));
  CHECK_THAT(flap("down: 0 ms, up: 1 ms, times: 3"), Contains("down: is 0"));
  CHECK_THAT(flap("down: 1 ms, times: 3"), Contains("up"));
  CHECK_THAT(flap("down: 1 ms, up: 1 ms, until: 1 ms"), Contains("not after the event's at"));
  CHECK_THAT(flap("down: 1 ps, up: 1 ps, until: 1 s"), Contains("1000000 periods"));
}

TEST_CASE("noise: either a rate for some of the time or a size, and no more time than there is") {
  const auto noise = [](const std::string& keys) { return refused("noise: [{from: c0, to: c1, " + keys + "}]"); };
  CHECK_THAT(noise("period: 1 ms"), Contains("either a rate, with duty or on, or the size"));
  CHECK_THAT(noise("period: 1 ms, rate: 1 GB/s"), Contains("on: 1 ms and duty: 0.5"));
  CHECK_THAT(noise("period: 1 ms, size: 1 MB, on: 1 us"), Contains("leave on and duty out"));
  CHECK_THAT(noise("period: 1 ms, rate: 1 GB/s, on: 2 ms"), Contains("do not fit in a period of 1 ms"));
  CHECK_THAT(noise("period: 1 ms, rate: 1 GB/s, on: 0.9 ms, jitter: 0.2 ms"), Contains("do not fit"));
  CHECK_THAT(noise("period: 0 ms, size: 1 MB"), Contains("period: is 0"));
  CHECK_THAT(noise("period: 1 ms, size: 0 B"), Contains("move nothing"));
  CHECK_THAT(noise("period: 1 ms, size: 1 MB, start: 2 ms, stop: 1 ms"), Contains("is not after start"));
  CHECK_THAT(refused("noise: [{from: c0, to: c0, size: 1 MB, period: 1 ms}]"), Contains("needs two chips"));
}

TEST_CASE("failover and jitter: what they want is said") {
  CHECK_THAT(refused("model: {failover: {detection: 1 ms}}"), Contains("policy"));
  CHECK_THAT(refused("model: {failover: {policy: wait, detection: 1 ms}}"), Contains("goes with policy: reroute"));
  CHECK_THAT(refused("model: {failover: reroute}"), Contains("failover"));
  const auto jitter = [](const std::string& keys) { return refused("model: {jitter: {" + keys + "}}"); };
  CHECK_THAT(jitter("mean: 1 us"), Contains("distribution"));
  CHECK_THAT(jitter("distribution: gauss, mean: 1 us"), Contains("gauss"));
  CHECK_THAT(jitter("distribution: exponential, mean: 1 us, deviation: 1 us"), Contains("leave it out"));
  CHECK_THAT(jitter("distribution: normal, mean: 1 us"), Contains("deviation"));
  CHECK_THAT(jitter("distribution: uniform, mean: 1 us, deviation: 0.6 us"), Contains("below 0"));
  CHECK_THAT(jitter("distribution: exponential, mean: 0 us"), Contains("mean: is 0"));
}

TEST_CASE("stragglers: a chip has one delay and one factor") {
  CHECK_THAT(refused("stragglers: [{rank: c0}]"), Contains("delay"));
  CHECK_THAT(refused("stragglers: [{rank: c0, slow: 0.5}]"), Contains("slow"));
  CHECK_THAT(refused("stragglers: [{rank: c0, slow: 2}, {rank: 'c[0-1]', slow: 3}]"), Contains("two values of slow"));
  CHECK_THAT(refused("stragglers: [{rank: c0, delay: 1 us}, {rank: c0, delay: 2 us}]"), Contains("two delays"));
  CHECK(refused("stragglers: [{rank: c0, delay: 1 us}, {rank: c0, slow: 2}]").empty());
}
