// Where the time goes, told: each figure follows from the network and the algorithm by hand.

#include <algorithm>
#include <sstream>

#include "result/explanation_text.h"
#include "study/explained.h"
#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/random_case.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Bandwidth only.
std::string one(const std::string& op, const std::string& algorithm, const std::string& size,
                const std::string& more = "") {
  return collectives({"{id: x, op: " + op + ", algorithm: " + algorithm + ", size: " + size +
                      (more.empty() ? "" : ", " + more) + "}"});
}

}  // namespace

TEST_CASE("explain: the hops of a critical path follow one another without a gap and add up to the operation's time",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::string yaml = to_yaml(random_case(seed));
    CAPTURE(seed);
    const Explanation e = explained_alone(yaml);
    for (const OperationExplanation& operation : e.operations) {
      const CollectiveResult& r = operation.result;
      CAPTURE(r.id);
      Instant at = Instant(r.start);
      Ledger ledger;
      for (const PathHop& hop : operation.path) {
        REQUIRE(hop.begin == at);
        at += hop.parts.total();
        ledger += hop.parts;
      }
      // What is left is the wait for a rank that enters after the last delivery.
      const Duration left = Instant(r.end) - at;
      REQUIRE(left >= Duration{});
      if (left == Duration{}) {
        REQUIRE(ledger == r.ledger);
      } else {
        REQUIRE(r.ledger.waiting == r.time());
      }
      Duration folded{};
      for (const PathStretch& s : operation.stretches) folded += s.parts.total();
      REQUIRE(folded == total(operation.path));
    }
  }
}

TEST_CASE("explain: a chip that receives goes on after its receive, one that only sends after its send has left") {
  // In dataflow along a chain whose root is the slowest: its sends follow one another, each when the one before has
  // left; then the last chunk is handed on twice, each time when it has been delivered.
  const std::string net = topology("{id: 'c[0-3]', kind: chip}, {id: sw, kind: switch}",
                                   "{from: c0, to: sw, bandwidth: 5 GB/s, latency: 1 us}, "
                                   "{from: 'c[1-3]', to: sw, bandwidth: 10 GB/s, latency: 1 us}");
  const Explanation e = explained_alone(net + "model: {alpha_start: 1 us, sync: dataflow}\n" +
                                        one("broadcast", "chain", "4 MB", "chunks: 4"));
  const auto& path = only(e).path;
  REQUIRE(path.size() == 6);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(path[i].from == 0);
    CHECK(path[i].until_left);
    CHECK(path[i].parts.path == Duration{});
  }
  CHECK_FALSE(path[3].until_left);
  CHECK(path[3].to == 1);
  CHECK(path[4].to == 2);
  CHECK(path[5].to == 3);
}

TEST_CASE("explain: equal hops are folded into one stretch") {
  const Explanation e = explained_alone(star(8, "50 GB/s", "1 us") + one("all_reduce", "ring", "8 MB"));
  REQUIRE(only(e).stretches.size() == 1);
  CHECK(only(e).stretches.front().hops == 14);
  CHECK(only(e).stretches.front().same_pair);
  CHECK(only(e).stretches.front().parts.total() == only(e).result.time());
}

TEST_CASE("explain: the bad step of an all_to_all is the one in which most messages meet on the trunk") {
  // Eight chips on two leaves. In step t chip i sends to i+t, so that min(t, 8-t) of the left half's messages cross:
  // four in step 4. The trunk has room for two ports.
  const Explanation e = explained_alone(two_leaves(4, "50 GB/s", "100 GB/s") + one("all_to_all", "pairwise", "8 MB"));
  const auto& steps = only(e).steps;
  REQUIRE(steps.size() == 7);
  for (int t = 1; t <= 7; ++t) {
    const StepUse& step = steps[static_cast<std::size_t>(t - 1)];
    const int crossing = std::min(t, 8 - t);
    CAPTURE(t);
    CHECK(step.factor() == Approx(std::max(1.0, crossing / 2.0)).epsilon(1e-6));
    if (crossing <= 2) continue;
    CHECK(step.link == "left->right");
    CHECK(step.met_step == crossing);
    CHECK(step.met_others == 0);
    CHECK(step.pairs.size() == static_cast<std::size_t>(crossing));
  }
  CHECK(steps[3].time > steps[2].time);
}

TEST_CASE("explain: who meets a step from elsewhere is told apart from the step itself") {
  // Two sends over one trunk at once, and one while nobody else is there.
  const Explanation e = explained_alone(two_leaves(2, "50 GB/s", "50 GB/s") +
                                        collectives({send("a", "c0", "c2", "10 MB"), send("b", "c1", "c3", "10 MB"),
                                                     send("late", "c0", "c2", "10 MB", "after: [a, b]")}));
  CHECK(e.operations[0].steps.front().met_step == 1);
  CHECK(e.operations[0].steps.front().met_others == 1);
  CHECK(e.operations[0].steps.front().factor() == Approx(2).epsilon(1e-6));
  CHECK(e.operations[2].steps.front().met_others == 0);
  CHECK(e.operations[2].steps.front().factor() == 1);
  CHECK(e.chain == std::vector<std::string>{"a", "late"});
}

TEST_CASE("explain: a busy link's users add up to what it carried, with their pairs and steps") {
  const Explanation e = explained_alone(two_leaves(4, "50 GB/s", "50 GB/s") + one("all_to_all", "pairwise", "8 MB"));
  const BusyLink& trunk = e.busiest.front();
  CHECK((trunk.link.id == "left->right" || trunk.link.id == "right->left"));
  Bytes sum = trunk.more_bytes;
  for (const LinkFlows& f : trunk.flows) {
    CHECK(f.bytes == 1'000'000);
    sum += f.bytes;
  }
  CHECK(sum == trunk.link.bytes);
  CHECK(trunk.flows.size() + trunk.more_flows == 16);  // each of four to each of four
  REQUIRE(trunk.uses.size() == 1);
  CHECK(trunk.uses.front().sources == 4);
  CHECK(trunk.uses.front().destinations == 4);
  CHECK(trunk.uses.front().steps == "1–7");
}

TEST_CASE("explain: a message spread over several ways counts on each with its part") {
  // Two spines; each of two messages puts half of itself on either.
  const std::string net = topology(
      "{id: 'c[0-3]', kind: chip}, {id: 'leaf[0-1]', kind: switch}, {id: 'spine[0-1]', kind: switch}",
      "{from: 'c[0-1]', to: leaf0, bandwidth: 60 GB/s}, {from: 'c[2-3]', to: leaf1, bandwidth: 60 GB/s}, "
      "{from: leaf0, to: 'spine[0-1]', bandwidth: 50 GB/s}, {from: leaf1, to: 'spine[0-1]', bandwidth: 50 GB/s}");
  const Explanation e = explained_alone(net + "model: {routing: spray}\n" +
                                        collectives({send("a", "c0", "c2", "60 MB"), send("b", "c1", "c3", "60 MB")}));
  const auto uplink =
      std::find_if(e.busiest.begin(), e.busiest.end(), [](const BusyLink& b) { return b.link.id == "leaf0->spine0"; });
  REQUIRE(uplink != e.busiest.end());
  REQUIRE(uplink->flows.size() == 2);
  for (const LinkFlows& f : uplink->flows) CHECK(f.bytes == 30'000'000);
  CHECK(e.operations[0].path.front().spread);
  // 2 x 60 GB/s want to leave, 100 GB/s can: 50 each instead of 60.
  CHECK(e.operations[0].steps.front().factor() == Approx(60 / 50.0).epsilon(1e-6));
  CHECK(e.operations[0].steps.front().met_others == 1);
}

TEST_CASE("explain: what other links would change does not depend on the number of threads") {
  const std::string yaml = two_leaves(4, "50 GB/s", "80 GB/s") + one("all_to_all", "pairwise", "8 MB");
  ExplainOptions options;
  const Sensitivity alone = *explained(yaml, options).sensitivity;
  options.threads = 3;
  const Sensitivity shared = *explained(yaml, options).sensitivity;
  REQUIRE(alone.rows.size() == shared.rows.size());
  for (std::size_t i = 0; i < alone.rows.size(); ++i) {
    CHECK(alone.rows[i].link == shared.rows[i].link);
    CHECK(alone.rows[i].halved == shared.rows[i].halved);
    CHECK(alone.rows[i].doubled == shared.rows[i].doubled);
    CHECK(alone.rows[i].all_doubled == shared.rows[i].all_doubled);
  }
}

TEST_CASE("explain: a link's own events go on at its changed bandwidth") {
  // Half the bytes at 10 GB/s, then 5 GB/s: 1 s and 2 s. At double all of that takes half as long, but the event comes
  // at its time: in 1 s the whole has passed.
  const std::string yaml = star(2, "10 GB/s") + collectives({send("x", "c0", "c1", "20 GB")}) +
                           "events: [{at: 1 s, link: 'c0->sw', bandwidth: 5 GB/s}]\n";
  const Explanation e = explained(yaml);
  CHECK(to_seconds(e.run.makespan) == Approx(3));
  REQUIRE(e.sensitivity);
  const auto& rows = e.sensitivity->rows;
  const auto first = std::find_if(rows.begin(), rows.end(), [](const auto& r) { return r.link == "c0->sw"; });
  REQUIRE(first != rows.end());
  // At half: 5 GB in the first second, then 15 GB at 2.5 GB/s.
  CHECK(to_seconds(first->halved) == Approx(1 + 15 / 2.5));
}

TEST_CASE("explain: beyond the limit of messages what needs them one by one is left out, and the rest stays") {
  ExplainOptions options;
  options.sensitivity = false;
  options.most_messages = 55;
  const std::string yaml = star(8, "50 GB/s") + one("all_to_all", "pairwise", "8 MB");  // 56 messages
  const Explanation e = explained(yaml, options);
  CHECK_FALSE(e.recorded);
  CHECK(only(e).path.empty());
  CHECK(only(e).steps.empty());
  CHECK_FALSE(e.busiest.empty());
  CHECK(only(e).bound.time() > Duration{});
  options.most_messages = 56;
  CHECK(explained(yaml, options).recorded);
}

TEST_CASE("explain: of a sweep the last size is explained, and every size's ledger told") {
  const Explanation e = explained_alone(
      star(4, "50 GB/s", "1 us") +
      "collectives: [{op: all_reduce, algorithm: ring, sizes: {from: 4 KiB, to: 64 KiB, factor: 4}}]\n");
  REQUIRE(e.sizes.size() == 3);
  CHECK(e.sizes.front().size == 4096);
  CHECK(only(e).result.size == 65536);
  CHECK(only(e).result.time() == e.sizes.back().collectives.front().time());
}

TEST_CASE("explain: a scenario with background alone has links and no operation") {
  const Explanation e = explained_alone(star(2, "10 GB/s") + "background: [{from: c0, to: c1, size: 10 GB}]\n");
  CHECK(e.operations.empty());
  REQUIRE_FALSE(e.busiest.empty());
  CHECK(e.busiest.front().flows.front().operation == "background");
}

TEST_CASE("explain: chips that do nothing and one rank alone are no trouble") {
  const Explanation e = explained(star(4, "10 GB/s") + one("all_reduce", "ring", "8 MB", "ranks: [c0]"));
  CHECK(only(e).path.empty());
  CHECK(only(e).bound.time() == Duration{});
  CHECK(e.sensitivity->rows.empty());
}

TEST_CASE("explain: links in series are also doubled together") {
  // Every way has two of them: neither alone makes it faster, both do.
  const std::string net = topology("{id: 'c[0-1]', kind: chip}, {id: sw, kind: switch}",
                                   "{from: c0, to: sw, bandwidth: 50 GB/s, tier: c2c}, "
                                   "{from: sw, to: c1, bandwidth: 50 GB/s, tier: b2b}");
  const Explanation e = explained(net + collectives({send("x", "c0", "c1", "1 GB")}));
  for (const SensitivityRow& row : e.sensitivity->rows) CHECK(row.all_doubled == e.run.makespan);
  REQUIRE(e.sensitivity->together);
  CHECK(e.sensitivity->together->links == 2);
  CHECK(to_seconds(e.sensitivity->together->doubled) == Approx(1e9 / 100e9).epsilon(1e-9));
}

TEST_CASE("explain: a message that another one slowed for a while only is told where that was") {
  // Both start together; b has a fifth of the bytes. When it has gone a's own port binds it.
  const Explanation e = explained_alone(two_leaves(2, "50 GB/s", "60 GB/s") +
                                        collectives({send("a", "c0", "c2", "50 MB"), send("b", "c1", "c3", "10 MB")}));
  const StepUse& step = e.operations[0].steps.front();
  // 10 MB at 30 GB/s, then 40 MB at 50 GB/s, against 50 MB at 50 GB/s.
  CHECK(step.factor() == Approx((10 / 30.0 + 40 / 50.0) / (50 / 50.0)).epsilon(1e-6));
  CHECK(step.link == "left->right");
  CHECK(step.met_others == 1);
}

TEST_CASE("explain: what would not finish on another network is told, and the rest explained") {
  // 1 MB at 50 GB/s has left when the link fails for good at 30 us; at half of that it has not.
  const std::string yaml = star(2, "50 GB/s") + collectives({send("s", "c0", "c1", "1 MB")}) +
                           "events: [{at: 30 us, link: 'c0->sw', state: down}]\n";
  const Explanation e = explained(yaml);
  REQUIRE(e.sensitivity);
  REQUIRE_FALSE(e.sensitivity->rows.empty());
  CHECK(e.sensitivity->rows[0].halved == SensitivityRow::never);
  CHECK(e.sensitivity->rows[0].doubled <= e.run.makespan);
  std::ostringstream text;
  write_explanation(e, text);
  CHECK(text.str().find("the run then cannot finish") != std::string::npos);
}
