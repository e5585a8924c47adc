// What a run reports hangs together: flows and totals, starts and ends, one run and the next. After aliyun/SimAI#181
// (two outputs with two times), astra-sim/astra-sim#369 (flows that ended twice, timers in the past) and
// aliyun/SimAI#121 and #188 (a different answer every time).

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "support/catch.h"
#include "support/measure.h"
#include "support/networks.h"
#include "support/random.h"
#include "support/recorder.h"
#include "support/simulate.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// Up to eight of 2048 chips, each once.
std::string some_chips(Random& random) {
  std::set<int> chosen;
  const int count = random.between(2, 8);
  while (static_cast<int>(chosen.size()) < count) chosen.insert(random.between(0, 2047));
  std::vector<std::string> names;
  for (const int chip : chosen) names.push_back("c" + std::to_string(chip));
  return join(names);
}

/// Operation i waits for operation i - 200, so that some 200 run at any time and the next arrive while others end.
std::string mixed_operation(int i, Random& random) {
  static const std::vector<std::string> kinds{"all_reduce, algorithm: ring",     "all_gather, algorithm: ring",
                                              "reduce_scatter, algorithm: ring", "all_to_all, algorithm: pairwise",
                                              "all_to_all, algorithm: direct",   "send_recv, algorithm: direct"};
  const std::string after = i < 200 ? "" : ", after: [o" + std::to_string(i - 200) + "]";
  return "{id: o" + std::to_string(i) + ", op: " + kinds[random.below(kinds.size())] + ", ranks: [" +
         some_chips(random) + "], size: " + std::to_string(random.below(10'000'000)) +
         ", start: " + std::to_string(random.below(1000)) + " us" + after + "}";
}

/// Everything at once on 32 chips: two operations, one of them out of step, a late rank, other traffic and a slow link.
/// The same nodes and links in the file, forwards or backwards.
std::string mixed_workload(bool backwards) {
  std::vector<std::string> nodes, links{"{from: left, to: right, bandwidth: 200 GB/s, latency: 1 us}"};
  for (int i = 0; i < 32; ++i) {
    const std::string chip = "c" + std::to_string(i);
    nodes.push_back("{id: " + chip + ", kind: chip}");
    links.push_back("{from: " + chip + ", to: " + (i < 16 ? "left" : "right") +
                    ", bandwidth: 50 GB/s, latency: " + std::to_string(100 + 7 * i) + " ns}");
  }
  nodes.push_back("{id: left, kind: switch}");
  nodes.push_back("{id: right, kind: switch}");
  if (backwards) std::reverse(nodes.begin(), nodes.end());
  if (backwards) std::reverse(links.begin(), links.end());
  return topology(join(nodes), join(links)) +
         "model: {sync: dataflow, alpha_start: 2 us}\n"
         "collectives:\n"
         "  - {op: all_reduce, algorithm: ring, size: 100 MB, ranks: 'c[0-31]', channels: 2}\n"
         "  - {op: all_to_all, algorithm: pairwise, size: 32 MB, ranks: 'c[8-23]', start: 300 us}\n"
         "background: [{from: c1, to: c30, rate: 10 GB/s, start: 100 us, stop: 2 ms}]\n"
         "events: [{at: 500 us, link: 'left->right', bandwidth: 60 GB/s}]\n"
         "stragglers: [{rank: c9, delay: 50 us}]\n";
}

std::map<std::string, Bytes> bytes_by_link(const Result& r) {
  std::map<std::string, Bytes> bytes;
  for (const LinkResult& l : r.runs.at(0).links) bytes[l.id] = l.bytes;
  return bytes;
}

}  // namespace

TEST_CASE("practice: an operation's times are those of its flows") {
  Recorder recorder;
  const Result r = simulate(two_leaves(128, "50 GB/s", "100 GB/s") +
                                "model: {alpha_start: 2 us}\nstragglers: [{rank: c7, delay: 30 us}]\n"
                                "collectives: [{op: all_reduce, algorithm: ring, size: 256 MB, start: 10 us}]\n",
                            recorder);
  const CollectiveResult& c = only(r);
  Bytes total = 0;
  Instant last{};
  for (const RecordedFlow& f : recorder.flows) {
    total += f.bytes;
    last = std::max(last, f.delivered);
  }
  const auto first_in = std::min_element(c.per_rank.begin(), c.per_rank.end(),
                                         [](const RankResult& a, const RankResult& b) { return a.enter < b.enter; });
  CHECK(c.start == first_in->enter);
  CHECK(c.end == last.time_since_epoch());
  CHECK(c.flows == static_cast<std::int64_t>(recorder.flows.size()));
  CHECK(c.flows == 510 * 256);
  CHECK(total == Bytes{2 * 255} * 256'000'000);  // 2(N-1)/N of M from each of N ranks
  const double seconds = to_seconds(last.time_since_epoch() - first_in->enter);
  CHECK(c.busbw_GBps() == Approx(256e6 / seconds * 2 * 255 / 256 / 1e9).epsilon(1e-9));
  CHECK(c.ledger.total() == c.time());
}

TEST_CASE("practice: of 4000 mixed operations on 2048 ranks every flow ends once, in order of time") {
  Random random(1);
  std::vector<std::string> entries;
  for (int i = 0; i < 4000; ++i) entries.push_back(mixed_operation(i, random));
  Recorder recorder;
  const Result r = simulate(star(2048, "50 GB/s", "500 ns") + collectives(entries), recorder);

  std::int64_t flows = 0;
  for (const CollectiveResult& c : r.runs.at(0).collectives) {
    flows += c.flows;
    CHECK(c.end >= c.start);
  }
  CHECK(flows == static_cast<std::int64_t>(recorder.flows.size()));
  std::set<std::tuple<std::string, int, Rank, Rank>> distinct;
  for (const RecordedFlow& f : recorder.flows) {
    distinct.insert({f.operation, f.cell.step, f.from, f.to});
    CHECK((f.start <= f.first_byte && f.first_byte <= f.last_byte && f.last_byte <= f.delivered));
  }
  CHECK(distinct.size() == recorder.flows.size());
  CHECK(std::is_sorted(recorder.flows.begin(), recorder.flows.end(),
                       [](const RecordedFlow& a, const RecordedFlow& b) { return a.delivered < b.delivered; }));
  CHECK(std::set<std::string>(recorder.started.begin(), recorder.started.end()).size() == 4000);
  CHECK(recorder.started.size() == 4000);
  CHECK(std::set<std::string>(recorder.ended.begin(), recorder.ended.end()).size() == 4000);
  CHECK(recorder.ended.size() == 4000);
  CHECK(recorder.runs_ended == 1);
}

TEST_CASE("practice: the same input gives the same bytes, ten times over") {
  const std::string first = json_of(simulate(mixed_workload(false)));
  for (int repeat = 1; repeat < 10; ++repeat) CHECK(json_of(simulate(mixed_workload(false))) == first);
}

TEST_CASE("practice: the order of nodes and links in the file changes no number") {
  const Result forwards = simulate(mixed_workload(false));
  const Result backwards = simulate(mixed_workload(true));
  CHECK(forwards.runs[0].makespan == backwards.runs[0].makespan);
  for (std::size_t i = 0; i < 2; ++i) {
    const CollectiveResult& a = forwards.runs[0].collectives[i];
    const CollectiveResult& b = backwards.runs[0].collectives[i];
    CHECK(a.time() == b.time());
    for (std::size_t rank = 0; rank < a.per_rank.size(); ++rank) CHECK(a.per_rank[rank].end == b.per_rank[rank].end);
  }
  CHECK(bytes_by_link(forwards) == bytes_by_link(backwards));
}
