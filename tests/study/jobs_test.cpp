// Jobs beside each other and by themselves, and where they are placed. Bandwidth only: no latencies.

#include "study/jobs.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/recorder.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Four chips a side and 10 GB/s between the sides, with ports that do not bind.
std::string trunk() { return two_leaves(4, "100 GB/s", "10 GB/s"); }

/// Four leaves of eight chips with 50 GB/s each, and 100 GB/s from each leaf to the one spine.
std::string leaf_spine() {
  return "topology: {generate: {kind: leaf_spine, leaves: 4, spines: 1, chips_per_leaf: 8, link: {bandwidth: 50 GB/s, "
         "latency: 0 ns}, oversubscription: 4, uplink: {latency: 0 ns}, switch_latency: 0 ns}}\n";
}

std::string in_job(const std::string& id, const std::string& job, const std::string& more = "") {
  return "{id: " + id + ", job: " + job + ", op: send_recv, algorithm: direct, size: 10 MB" + more + "}";
}

const JobResult& job(const Result& result, const std::string& id) {
  for (const JobResult& j : result.runs.at(0).jobs)
    if (j.id == id) return j;
  throw std::out_of_range("no job " + id);
}

double us(Duration time) { return to_microseconds(time); }

int leaf_of(const std::string& chip) { return std::stoi(chip.substr(1)) / 8; }

/// A ring of 16 chips placed so on the leaves, and how many of its edges leave each leaf.
struct PlacedRing {
  explicit PlacedRing(const std::string& placement)
      : result(simulate(leaf_spine() + "jobs: [{id: a, placement: {count: 16, " + placement +
                        "}}]\ncollectives: [{op: all_reduce, algorithm: ring, size: 160 MB, job: a}]\n")) {
    const std::vector<RankResult>& ranks = only(result).per_rank;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      const int from = leaf_of(ranks[i].chip), to = leaf_of(ranks[(i + 1) % ranks.size()].chip);
      if (from != to) ++out_of[from];
      if (from != to) ++into[to];
    }
  }

  int crossings() const {
    int all = 0;
    for (const auto& [leaf, edges] : out_of) all += edges;
    return all;
  }
  /// Of the busiest uplink or downlink, in edges.
  int busiest() const {
    int most = 0;
    for (const auto& edges : {out_of, into})
      for (const auto& [leaf, count] : edges) most = std::max(most, count);
    return most;
  }

  Result result;
  std::map<int, int> out_of, into;  // by leaf
};

}  // namespace

TEST_CASE("jobs: a job's slowdown is its time among the others over its time alone") {
  // Both jobs send over the trunk of 10 GB/s: side by side 10 MB of each take 2 ms, then b's second 10 MB take 1 ms.
  // Alone a needs 1 ms and b twice 1 ms.
  const Result r = simulate(
      trunk() + "alone: true\njobs: [{id: a, placement: [c0, c4]}, {id: b, placement: [c1, c5], chain: true}]\n" +
      collectives({in_job("x", "a"), in_job("y", "b"), in_job("z", "b")}));
  const JobResult &a = job(r, "a"), &b = job(r, "b");
  CHECK(ticks_apart(us(a.makespan()), 2000) <= 2);
  CHECK(ticks_apart(us(a.alone.value()), 1000) <= 1);
  CHECK(slowdown(a.makespan(), *a.alone).value() == Approx(2).epsilon(1e-8));
  CHECK(ticks_apart(us(b.makespan()), 3000) <= 3);
  CHECK(ticks_apart(us(b.alone.value()), 2000) <= 2);
  REQUIRE(b.collectives.size() == 2);
  CHECK(ticks_apart(us(b.collectives[0].time), 2000) <= 2);
  CHECK(ticks_apart(us(b.collectives[0].alone.value()), 1000) <= 1);
  CHECK(ticks_apart(us(b.collectives[1].time), 1000) <= 2);
  CHECK(collective(r, "x").job == "a");
}

TEST_CASE("jobs: alone is without background and without waiting for others, but under the same events") {
  // 10 MB beside a flow of background take 2 ms and begin after another job's 1 ms; alone 1 ms, twice that while the
  // trunk has half its bandwidth.
  const std::string both = trunk() +
                           "jobs: [{id: a, placement: [c0, c4], alone: true}, {id: b, placement: [c1, c5]}]\n" +
                           collectives({in_job("first", "b"), in_job("x", "a", ", after: first")}) +
                           "background: [{from: c2, to: c6, size: 100 MB, start: 1 ms}]\n";
  const Result r = simulate(both);
  CHECK(ticks_apart(us(job(r, "a").collectives.at(0).time), 2000) <= 3);
  CHECK(ticks_apart(us(job(r, "a").alone.value()), 1000) <= 1);
  CHECK_FALSE(job(r, "b").alone);
  const Result slow = simulate(both + "events: [{at: 0 s, link: 'left->right', bandwidth: 5 GB/s}]\n");
  CHECK(ticks_apart(us(job(slow, "a").alone.value()), 2000) <= 1);
}

TEST_CASE("jobs: with sizes each run has its jobs, and one that is not swept is alone the same in all") {
  const Result r = simulate(
      trunk() + "alone: true\njobs: [{id: a, placement: [c0, c4]}, {id: b, placement: [c1, c5]}]\n" + "collectives: [" +
      in_job("y", "b") + ", {id: x, job: a, op: send_recv, algorithm: direct, sizes: [10 MB, 20 MB]}]\n");
  REQUIRE(r.runs.size() == 2);
  for (const RunResult& run : r.runs) {
    REQUIRE(run.jobs.size() == 2);
    CHECK(ticks_apart(us(run.jobs[0].alone.value()), static_cast<double>(run.size) / 1e4) <= 1);
    CHECK(ticks_apart(us(run.jobs[1].alone.value()), 1000) <= 1);
    CHECK(ticks_apart(us(run.jobs[1].makespan()), 2000) <= 2);
  }
}

TEST_CASE("jobs: the JSON form tells each beside itself, and nothing of jobs where there are none") {
  const std::string one = "collectives: [" + in_job("x", "a") + "]\n";
  const auto json =
      nlohmann::json::parse(json_of(simulate(trunk() + "jobs: [{id: a, placement: [c0, c4], alone: true}]\n" + one)));
  CHECK(json.at("jobs").at(0).at("id") == "a");
  CHECK(json.at("jobs").at(0).at("placement") == "chips");
  CHECK(json.at("jobs").at(0).at("slowdown") == 1.0);
  CHECK(json.at("jobs").at(0).at("collectives").at(0).at("alone_us") == json.at("jobs").at(0).at("alone_us"));
  CHECK(json.at("collectives").at(0).at("job") == "a");
  const auto plain = nlohmann::json::parse(json_of(simulate(trunk() + collectives({send("x", "c0", "c4", "1 MB")}))));
  for (const char* key : {"jobs", "splits"}) CHECK_FALSE(plain.contains(key));
  for (const char* key : {"job", "split_of"}) CHECK_FALSE(plain.at("collectives").at(0).contains(key));
}

TEST_CASE("jobs: fairness counts a job's collectives as one claimant") {
  // Job a sends three messages of 10 MB over the trunk, job b one. By flow all end after 40 MB / 10 GB/s = 4 ms. By job
  // b has half the trunk: 2 ms; a's other 20 MB then take 2 ms more.
  const std::string both = "jobs: [{id: a, placement: 'c[0-2] c[4-6]'}, {id: b, placement: [c3, c7]}]\n" +
                           collectives({in_job("x", "a", ", ranks: [0, 3]"), in_job("y", "a", ", ranks: [1, 4]"),
                                        in_job("z", "a", ", ranks: [2, 5]"), in_job("w", "b")});
  CHECK(ticks_apart(us(job(simulate(trunk() + both), "b").makespan()), 4000) <= 4);
  const Result by_job = simulate(trunk() + "model: {fairness: job}\n" + both);
  CHECK(ticks_apart(us(job(by_job, "b").makespan()), 2000) <= 4);
  CHECK(ticks_apart(us(job(by_job, "a").makespan()), 4000) <= 4);
}

TEST_CASE("fairness: overlapping messages of one pair that count one by one are off by 1.67") {
  // Three pairs over the trunk, two of them with two messages under way: the third gets a fifth by flow and a third by
  // pair, five thirds of it. Equal messages of 6 MB: by flow 3 ms for all; by pair c2's ends at 3/5 of that, after
  // 18 MB, 1.8 ms.
  const std::string sends =
      collectives({send("a1", "c0", "c4", "6 MB"), send("a2", "c0", "c4", "6 MB"), send("b1", "c1", "c5", "6 MB"),
                   send("b2", "c1", "c5", "6 MB"), send("c", "c2", "c6", "6 MB")});
  const double by_flow = time_us(collective(simulate(trunk() + sends), "c"));
  const double by_pair = time_us(collective(simulate(trunk() + "model: {fairness: pair}\n" + sends), "c"));
  CHECK(ticks_apart(by_flow, 3000) <= 5);
  CHECK(ticks_apart(by_pair, 1800) <= 5);
  CHECK(by_flow / by_pair == Approx(5.0 / 3).epsilon(1e-8));
}

TEST_CASE("priority: a job's goes over two links to all its collectives") {
  // Links left (ports of 20 GB/s) and the trunk of 10 GB/s: urgent c0 -> c4 takes the trunk for 1 ms. bulk c1 -> c5
  // waits for it; local c1 -> c2 meets bulk at c1's port only, and has that alone while bulk stands still: 20 MB at 20
  // GB/s take 1 ms. Then bulk has the trunk: 10 MB, 1 ms.
  const Result r =
      simulate(two_leaves(4, "20 GB/s", "10 GB/s") +
               "jobs: [{id: urgent, placement: [c0, c4], priority: 2}, {id: bulk, placement: [c1, c5, c2]}]\n" +
               collectives({in_job("u", "urgent"), in_job("b", "bulk", ", ranks: [0, 1]"),
                            "{id: l, job: bulk, ranks: [0, 2], op: send_recv, algorithm: direct, size: 20 MB}"}));
  CHECK(ticks_apart(time_us(collective(r, "u")), 1000) <= 2);
  CHECK(ticks_apart(time_us(collective(r, "l")), 1000) <= 3);
  CHECK(ticks_apart(time_us(collective(r, "b")), 2000) <= 3);
}

TEST_CASE("split: groups run side by side, by node without the trunk and by rest over it") {
  // Eight chips with 10 GB/s, 20 GB/s between the sides; all_reduce of M = 80 MB by ring. DIV 4: two groups of 4 inside
  // a side, 6 steps of 20 MB at 10 GB/s. MOD 4: four groups of 2, 2 steps of 40 MB, 4 messages each way on 20 GB/s.
  const auto split = [](const std::string& by) {
    return simulate(two_leaves(4, "10 GB/s", "20 GB/s") +
                    "collectives: [{id: grad, op: all_reduce, algorithm: ring, size: 80 MB, split: " + by + "}]\n");
  };
  const Result by_node = split("DIV 4");
  REQUIRE(by_node.runs[0].collectives.size() == 2);
  for (const CollectiveResult& c : by_node.runs[0].collectives) {
    CHECK(c.split_of == "grad");
    CHECK(c.ranks() == 4);
    CHECK(ticks_apart(time_us(c), 6 * 2000) <= 6 * 2);
  }
  CHECK(link(by_node, "left->right").bytes == 0);
  const Result by_rest = split("MOD 4");
  REQUIRE(by_rest.runs[0].collectives.size() == 4);
  for (const CollectiveResult& c : by_rest.runs[0].collectives) CHECK(ticks_apart(time_us(c), 2 * 8000) <= 2 * 2);
  CHECK(link(by_rest, "left->right").bytes == Bytes{4} * 80'000'000);
  const auto json = nlohmann::json::parse(json_of(by_rest));
  CHECK(json.at("splits").at(0).at("id") == "grad");
  CHECK(json.at("splits").at(0).at("groups") == 4);
  CHECK(json.at("splits").at(0).at("worst_us").get<double>() == Approx(16'000).epsilon(1e-9));
}

TEST_CASE("split: the summary names the slowest group") {
  // One chip of the second group sends at half the rate of the others: 6 steps of 20 MB at 5 instead of 10 GB/s.
  const std::string network =
      topology("{id: 'c[0-7]', kind: chip}, {id: sw, kind: switch}",
               "{from: 'c[0-6]', to: sw, bandwidth: 10 GB/s}, {from: c7, to: sw, bandwidth: 5 GB/s}");
  const auto json = nlohmann::json::parse(json_of(
      simulate(network + "collectives: [{id: grad, op: all_reduce, algorithm: ring, size: 80 MB, split: DIV 4}]\n")));
  const auto& summary = json.at("splits").at(0);
  CHECK(summary.at("worst_id") == "grad[1]");
  CHECK(summary.at("worst_us").get<double>() == Approx(24'000).epsilon(1e-9));
  CHECK(summary.at("best_us").get<double>() == Approx(12'000).epsilon(1e-9));
  CHECK(summary.at("mean_us").get<double>() == Approx(18'000).epsilon(1e-9));
  // busbw: 2 · 3/4 · 80 MB / 24 ms.
  CHECK(summary.at("busbw_GBps").get<double>() == Approx(5).epsilon(1e-9));
}

TEST_CASE("placement: a ring's crossings follow from where its chips lie, and its bandwidth from these") {
  const PlacedRing packed("policy: contiguous"), teeth("policy: strided, stride: 8"),
      second("policy: strided, stride: 2");
  // Two whole leaves: one edge from each to the other. Every eighth chip: each next one is on another leaf, 4 chips a
  // leaf. Every second: leaf after leaf, 4 chips each.
  CHECK(packed.crossings() == 2);
  CHECK(teeth.crossings() == 16);
  CHECK(second.crossings() == 4);
  const PlacedRing shuffled("policy: random");
  for (const PlacedRing* ring : {&packed, &teeth, &second, &shuffled}) {
    // Each edge carries 2 · 15/16 · 160 MB.
    for (int leaf = 0; leaf < 4; ++leaf) {
      const std::string name = "leaf" + std::to_string(leaf);
      const auto edges = [&](const std::map<int, int>& of) { return of.count(leaf) > 0 ? of.at(leaf) : 0; };
      CHECK(link(ring->result, name + "->spine0").bytes == edges(ring->out_of) * Bytes{300'000'000});
      CHECK(link(ring->result, "spine0->" + name).bytes == edges(ring->into) * Bytes{300'000'000});
    }
    // All edges of a step are alike and the slowest sets the pace: 50 GB/s, or a share of the busiest uplink.
    CHECK(only(ring->result).busbw_GBps() == Approx(std::min(50.0, 100.0 / ring->busiest())).epsilon(1e-8));
  }
  CHECK(shuffled.crossings() > packed.crossings());
}
