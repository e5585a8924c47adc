// Who counts as a claimant, and who goes first. Bandwidth only: no latencies.

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Four chips a side and 10 GB/s between the sides, with ports that do not bind.
std::string trunk(const std::string& model) {
  return two_leaves(4, "100 GB/s", "10 GB/s") + "model: {" + model + "}\n";
}

double time_of(const Result& result, const std::string& id) { return time_us(collective(result, id)); }

}  // namespace

TEST_CASE("fairness: two messages of one pair against one of another get two thirds of a link, or half") {
  // c0 sends 10 MB twice to c4 and c1 10 MB to c5. By flow all three end after 30 MB / 10 GB/s = 3 ms. By pair c1 gets
  // half, and ends after 10 MB / 5 GB/s = 2 ms; the others then have the link to themselves and end at 3 ms.
  const std::string sends =
      collectives({send("a", "c0", "c4", "10 MB"), send("b", "c0", "c4", "10 MB"), send("other", "c1", "c5", "10 MB")});
  const Result by_flow = simulate(trunk("fairness: flow") + sends);
  CHECK(ticks_apart(time_of(by_flow, "other"), 3000) <= 3);
  const Result by_pair = simulate(trunk("fairness: pair") + sends);
  CHECK(ticks_apart(time_of(by_pair, "other"), 2000) <= 3);
  CHECK(ticks_apart(time_of(by_pair, "a"), 3000) <= 3);
  CHECK(ticks_apart(time_of(by_pair, "b"), 3000) <= 3);
}

TEST_CASE("fairness: an operation of many flows gets as much of a link as one of a single flow") {
  // wide: c0, c1 and c2 each send 10 MB across, by a matrix; single: c3 sends 10 MB. By flow each gets a quarter, and
  // all end at 40 MB / 10 GB/s = 4 ms. By job `single` has half: 2 ms. Then 20 of wide's 30 MB are left: 2 + 2 = 4 ms.
  const std::string wide =
      "{id: wide, op: all_to_all, algorithm: direct, ranks: 'c[0-2] c[4-6]', matrix: [[0, 0, 0, 10 MB, 0, 0], "
      "[0, 0, 0, 0, 10 MB, 0], [0, 0, 0, 0, 0, 10 MB], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]}";
  const std::string both = collectives({wide, send("single", "c3", "c7", "10 MB")});
  CHECK(ticks_apart(time_of(simulate(trunk("fairness: flow") + both), "single"), 4000) <= 4);
  const Result by_job = simulate(trunk("fairness: job") + both);
  CHECK(ticks_apart(time_of(by_job, "single"), 2000) <= 4);
  CHECK(ticks_apart(time_of(by_job, "wide"), 4000) <= 6);
}

TEST_CASE("fairness: a weight is the claimant's, whoever claims with it") {
  // As above with weight 3 for `single`: three quarters of the link, 10 MB / 7.5 GB/s.
  const std::string both = collectives({send("a", "c0", "c4", "10 MB"), send("b", "c0", "c4", "10 MB"),
                                        send("single", "c3", "c7", "10 MB", "weight: 3")});
  CHECK(ticks_apart(time_of(simulate(trunk("fairness: pair") + both), "single"), 10e3 / 7.5) <= 4);
}

TEST_CASE("priority: what goes first is not slowed, what waits books it as waiting") {
  // Both send 10 MB over the trunk: urgent takes 1 ms, the other stands still that long and takes 1 ms then.
  const Result r = simulate(
      trunk("") + collectives({send("bulk", "c0", "c4", "10 MB"), send("urgent", "c1", "c5", "10 MB", "priority: 1")}));
  CHECK(ticks_apart(time_of(r, "urgent"), 1000) <= 2);
  CHECK(ticks_apart(time_of(r, "bulk"), 2000) <= 3);
  CHECK(ticks_apart(to_microseconds(collective(r, "bulk").ledger.waiting), 1000) <= 2);
}

TEST_CASE("priority: background of a lower class gets what operations leave") {
  // A capped operation leaves 4 of 10 GB/s: 8 MB of background take 2 ms beside 12 MB at 6 GB/s, which take 2 ms.
  const Result r =
      simulate(trunk("") + collectives({send("capped", "c0", "c4", "12 MB", "priority: 2, rate_cap: 6 GB/s")}) +
               "background: [{from: c1, to: c5, size: 8 MB}]\n");
  CHECK(ticks_apart(time_of(r, "capped"), 2000) <= 2);
  CHECK(ticks_apart(makespan_us(r), 2000) <= 3);
}
