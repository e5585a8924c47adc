// Links and switches that fail and come back, and what becomes of the messages on them. Bandwidth only, unless stated.

#include <string>

#include "base/error.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/recorder.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;
using Catch::Matchers::Contains;

namespace {

/// c0 and c1 on switch a, c2 and c3 on switch b; 10 GB/s from a to b over x, 5 GB/s over y and z. The ports do not
/// bind.
std::string diamond(const std::string& model) {
  return topology(
             "{id: 'c[0-3]', kind: chip}, {id: a, kind: switch}, {id: b, kind: switch}, {id: x, kind: switch}, "
             "{id: y, kind: switch}, {id: z, kind: switch}",
             "{from: 'c[0-1]', to: a, bandwidth: 100 GB/s}, {from: 'c[2-3]', to: b, bandwidth: 100 GB/s}, "
             "{from: a, to: x, bandwidth: 10 GB/s}, {from: x, to: b, bandwidth: 10 GB/s}, "
             "{from: a, to: y, bandwidth: 5 GB/s}, {from: y, to: z, bandwidth: 5 GB/s}, "
             "{from: z, to: b, bandwidth: 5 GB/s}") +
         "model: {" + model + "}\n";
}

std::string down(const std::string& what, const std::string& at) {
  return "events: [{at: " + at + ", " + what + ", state: down}]\n";
}

const std::string kReroute = "failover: {policy: reroute, detection: 1 ms}";

std::string failure_of(const std::string& yaml) {
  try {
    simulate(yaml);
    return "ends";
  } catch (const SimulationError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("failover: what is left of a message goes another way once the failure is known") {
  // 40 MB at 10 GB/s; after 1 ms, with 30 MB to go, the link fails; 1 ms later that is known, and 30 MB at 5 GB/s take
  // 6 ms. The millisecond at a standstill is waiting.
  const Result r =
      simulate(diamond(kReroute) + collectives({send("s", "c0", "c2", "40 MB")}) + down("link: 'a->x'", "1 ms"));
  const CollectiveResult& s = collective(r, "s");
  CHECK(ticks_apart(time_us(s), 8000) <= 3);
  CHECK(ticks_apart(to_microseconds(s.ledger.waiting), 1000) <= 2);
  CHECK(s.rerouted == 1);
  CHECK(link(r, "a->x").bytes == 10'000'000);
  CHECK(link(r, "a->y").bytes == 30'000'000);
  CHECK(link(r, "y->z").bytes == 30'000'000);
}

TEST_CASE("failover: without a policy the message waits until the link is back") {
  const std::string events = "events: [{at: 1 ms, link: 'a->x', state: down}, {at: 4 ms, link: 'a->x', state: up}]\n";
  const Result r = simulate(diamond("") + collectives({send("s", "c0", "c2", "40 MB")}) + events);
  CHECK(ticks_apart(time_us(collective(r, "s")), 4000 + 3000) <= 3);  // 30 MB at 10 GB/s once more
  CHECK(link(r, "a->y").bytes == 0);
}

TEST_CASE("failover: a link that is back before its failure is known has made a message wait and no more") {
  const std::string events = "events: [{at: 1 ms, link: 'a->x', state: down}, {at: 1.5 ms, link: 'a->x', state: up}]\n";
  const Result r = simulate(diamond(kReroute) + collectives({send("s", "c0", "c2", "40 MB")}) + events);
  CHECK(ticks_apart(time_us(collective(r, "s")), 4500) <= 3);
  CHECK(collective(r, "s").rerouted == 0);
}

TEST_CASE("failover: messages take the better way again once its return is known") {
  // Down from 0 to 10 ms, known from 1 to 11 ms. The first message, 5 MB at 5 GB/s, begins at 2 ms and takes 1 ms on
  // the long way; the second begins at 12 ms and takes half of that.
  const std::string events = "events: [{at: 0 ms, link: 'a->x', state: down}, {at: 10 ms, link: 'a->x', state: up}]\n";
  const Result r = simulate(diamond(kReroute) +
                            collectives({send("early", "c0", "c2", "5 MB", "start: 2 ms"),
                                         send("late", "c1", "c3", "5 MB", "start: 12 ms")}) +
                            events);
  CHECK(ticks_apart(time_us(collective(r, "early")), 1000) <= 2);
  CHECK(ticks_apart(time_us(collective(r, "late")), 500) <= 2);
}

TEST_CASE("failover: a switch takes all its links with it") {
  // x fails whole: the answer of c2 to c0 takes the other way as well.
  const Result r =
      simulate(diamond(kReroute) + collectives({send("s", "c0", "c2", "40 MB"), send("t", "c3", "c1", "40 MB")}) +
               down("switch: x", "1 ms"));
  for (const char* id : {"s", "t"}) CHECK(ticks_apart(time_us(collective(r, id)), 8000) <= 3);
  CHECK(link(r, "b->x").bytes == 10'000'000);
  CHECK(link(r, "z->y").bytes == 30'000'000);
}

TEST_CASE("failover: a node that is back does not bring back a link that has failed by itself") {
  const std::string events =
      "events: [{at: 0 ms, link: 'a->x', state: down}, {at: 1 ms, switch: x, state: down}, "
      "{at: 2 ms, switch: x, state: up}]\n";
  const Result r = simulate(
      diamond("failover: {policy: reroute}") +
      collectives({send("s", "c0", "c2", "5 MB", "start: 3 ms"), send("t", "c3", "c1", "5 MB", "start: 3 ms")}) +
      events);
  CHECK(ticks_apart(time_us(collective(r, "s")), 1000) <= 2);
  CHECK(ticks_apart(time_us(collective(r, "t")), 500) <= 2);
}

TEST_CASE("failover: a dead end names the pair of ranks and the link that is to blame") {
  const std::string sends = collectives({send("s", "c0", "c2", "40 MB")});
  CHECK(failure_of(diamond(kReroute) + sends + down("link: 'c0->a'", "1 ms")) ==
        "operation 's': rank 0 (c0) cannot reach rank 1 (c2) from 2 ms on: every way passes c0->a, which is down");
  const std::string both = "events: [{at: 1 ms, link: ['a->x', 'y->z'], state: down}]\n";
  const std::string failure = failure_of(diamond(kReroute) + sends + both);
  CHECK_THAT(failure, Contains("rank 0 (c0) cannot reach rank 1 (c2)"));
  CHECK_THAT(failure, Contains("every way passes one of ") && Contains("a->x") && Contains("y->z"));
}

TEST_CASE("failover: a dead end that will open again is waited for") {
  const std::string events = "events: [{at: 1 ms, link: 'c0->a', state: down}, {at: 9 ms, link: 'c0->a', state: up}]\n";
  const Result r = simulate(diamond(kReroute) + collectives({send("s", "c0", "c2", "40 MB")}) + events);
  CHECK(ticks_apart(time_us(collective(r, "s")), 4000 + 8000) <= 3);
}

TEST_CASE("failover: without a policy a link that stays down blocks the run, which says so") {
  CHECK_THAT(failure_of(diamond("") + collectives({send("s", "c0", "c2", "40 MB")}) + down("link: 'a->x'", "1 ms")),
             Contains("a->x") && Contains("c0") && Contains("c2"));
}

TEST_CASE("failover: ecmp and spray spread over the links that are left") {
  // Four cables of 10 GB/s between two switches, one of which fails at once and is known to. 120 MB sprayed over the
  // other three take 120/30 = 4 ms.
  const std::string cable = "{from: a, to: b, bandwidth: 10 GB/s}";
  const std::string network = topology(
      "{id: 'c[0-3]', kind: chip}, {id: a, kind: switch}, {id: b, kind: switch}",
      std::string("{from: 'c[0-1]', to: a, bandwidth: 100 GB/s}, {from: 'c[2-3]', to: b, bandwidth: 100 GB/s}, ") +
          cable + ", " + cable + ", " + cable + ", " + cable);
  const std::string sends = collectives({send("s", "c0", "c2", "120 MB", "start: 1 ms")});
  const Result spray = simulate(network + "model: {routing: spray, failover: {policy: reroute}}\n" + sends +
                                down("link: 'a->b#2'", "0 ms"));
  CHECK(ticks_apart(time_us(collective(spray, "s")), 4000) <= 4);
  CHECK(link(spray, "a->b#2").bytes == 0);
  // Whatever ecmp's seed: 10 GB/s, on a cable that is up.
  for (int seed = 1; seed <= 8; ++seed) {
    const Result ecmp =
        simulate(network + "seed: " + std::to_string(seed) + "\nmodel: {routing: ecmp, failover: {policy: reroute}}\n" +
                 sends + down("link: 'a->b#2'", "0 ms"));
    CHECK(ticks_apart(time_us(collective(ecmp, "s")), 12'000) <= 2);
    CHECK(link(ecmp, "a->b#2").bytes == 0);
  }
}

TEST_CASE("failover: the ring all_reduce of a ring network goes the other way round") {
  // Six chips in a ring with 10 GB/s each way. All_reduce of 60 MB: 10 steps of 10 MB, 1 ms each. c0->c1 fails before
  // the start: that message goes over five links the other way. These are used by nobody else in that direction, so
  // that the time stays what it was, and each carries the bytes of one edge: 10 steps of 10 MB.
  const std::string network =
      "topology: {generate: {kind: ring, chips: 6, link: {bandwidth: 10 GB/s, latency: 0 ns}}}\n";
  const Result r = simulate(network + "model: {failover: {policy: reroute}}\n" +
                            "collectives: [{id: g, op: all_reduce, algorithm: ring, size: 60 MB, start: 1 ms}]\n" +
                            down("link: 'c0->c1'", "0 ms"));
  CHECK(ticks_apart(time_us(collective(r, "g")), 10'000) <= 20);
  CHECK(link(r, "c0->c1").bytes == 0);
  CHECK(link(r, "c0->c5").bytes == 100'000'000);
  CHECK(link(r, "c2->c1").bytes == 100'000'000);
}

TEST_CASE("flapping: a link that is down a tenth of the time slows its messages by that") {
  // Down 1 ms and up 9 ms, from 9 ms on, ten times: 900 MB at 10 GB/s take 90 ms and meet the pauses at 9, 19, … 89 ms:
  // nine whole ones, 99 ms.
  const std::string flapping = "events: [{at: 9 ms, link: 'a->x', flap: {down: 1 ms, up: 9 ms, times: 10}}]\n";
  const Result r = simulate(diamond("") + collectives({send("s", "c0", "c2", "900 MB")}) + flapping);
  CHECK(ticks_apart(time_us(collective(r, "s")), 99'000) <= 20);
  CHECK(ticks_apart(to_microseconds(collective(r, "s").ledger.waiting), 9000) <= 20);
}

TEST_CASE("flapping: it ends up at the time that is stated") {
  // Down from 1 ms for 10 ms, but until 3 ms at the latest.
  const std::string flapping = "events: [{at: 1 ms, link: 'a->x', flap: {down: 10 ms, up: 1 ms, until: 3 ms}}]\n";
  const Result r = simulate(diamond("") + collectives({send("s", "c0", "c2", "40 MB")}) + flapping);
  CHECK(ticks_apart(time_us(collective(r, "s")), 6000) <= 3);
}

TEST_CASE("failover: one event changes several links") {
  const std::string halved = "events: [{at: 0 ms, link: ['a->x', 'a->y'], bandwidth: 2 GB/s}]\n";
  const Result r = simulate(diamond("") + collectives({send("s", "c0", "c2", "10 MB", "start: 1 us")}) + halved);
  CHECK(ticks_apart(time_us(collective(r, "s")), 5000) <= 3);
}

TEST_CASE("failover: a blocked run tells who has the link that a message waits for") {
  // c1's endless flow has all of the trunk, and goes first.
  const std::string starved = diamond("") + collectives({send("s", "c0", "c2", "1 MB")}) +
                              "background: [{from: c1, to: c3, rate: 50 GB/s, start: 0 s, priority: 1}]\n";
  CHECK_THAT(failure_of(starved), Contains("from c0 to c2 waits for link a->x") && Contains("higher priority fill"));
}
