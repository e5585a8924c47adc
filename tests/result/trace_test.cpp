#include "result/trace.h"

#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/networks.h"
#include "support/trace_checker.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

struct Traced {
  Result result;
  std::string text;
  json document;
  std::vector<std::string> notes;
};

Traced traced(const std::string& yaml, std::size_t limit = Trace::default_limit) {
  Trace trace(limit);
  Traced found;
  ReplayOptions options;
  options.observer = &trace;
  found.result = replay(parse_scenario(yaml, "test.yaml", known_algorithms()), options);
  std::ostringstream out;
  trace.write(out);
  found.text = out.str();
  found.document = json::parse(found.text);
  found.notes = trace.notes();
  CHECK(trace_violations(found.text).empty());
  CHECK(found.document["traceEvents"].size() <= limit);
  return found;
}

std::vector<json> events(const Traced& traced, const std::string& kind) {
  std::vector<json> found;
  for (const json& event : traced.document["traceEvents"])
    if (event["ph"] == kind) found.push_back(event);
  return found;
}

std::vector<json> messages(const Traced& traced) {
  std::vector<json> found;
  for (const json& event : events(traced, "X"))
    if (event["args"].contains("channel")) found.push_back(event);
  return found;
}

std::string ring(int chips, const std::string& more) {
  return star(chips, "25 GB/s") + "model: {alpha_start: 10 us}\n" +
         "collectives: [{id: grad, op: all_reduce, algorithm: ring" + more + "}]\n";
}

}  // namespace

TEST_CASE("trace: every message is a slice with its times, on a track of its sender") {
  const Traced t = traced(ring(4, ", size: 1 MB"));
  const auto slices = messages(t);
  // 6 steps of 10 us + 250 kB / 25 GB/s, 4 messages each.
  REQUIRE(slices.size() == 24);
  std::map<int, int> tracks;
  for (const json& slice : slices) {
    CHECK(slice["dur"] == 20.0);
    CHECK(slice["ts"] == 20.0 * slice["args"]["step"].get<double>());
    CHECK(slice["args"]["bytes"] == 250'000);
    CHECK(slice["args"]["GBps"] == 25.0);
    ++tracks[slice["tid"].get<int>()];
  }
  CHECK(tracks.size() == 4);
  CHECK(t.notes.empty());
}

TEST_CASE("trace: the rate of a link times its spans is what it carried") {
  const Traced t = traced(ring(4, ", size: 1 MB"));
  std::map<std::string, std::pair<double, double>> last;  // time and rate
  std::map<std::string, double> bytes;
  for (const json& counter : events(t, "C")) {
    const std::string link = counter["name"];
    const double ts = counter["ts"], rate = counter["args"]["GBps"];
    if (last.count(link) > 0) bytes[link] += last[link].second * 1e3 * (ts - last[link].first);
    last[link] = {ts, rate};
  }
  CHECK(bytes.size() == 8);
  for (const LinkResult& link : t.result.runs.front().links)
    CHECK(bytes[link.id] == Catch::Approx(static_cast<double>(link.bytes)).epsilon(1e-4));
  for (const auto& [link, end] : last) CHECK(end.second == 0);
}

TEST_CASE("trace: messages that overlap stand on tracks beside each other") {
  // 7 at a time from each of 8 ranks.
  const Traced t = traced(star(8, "25 GB/s") + "collectives: [{op: all_to_all, algorithm: direct, size: 8 MB}]\n");
  std::map<int, int> tracks;
  for (const json& slice : messages(t)) ++tracks[slice["tid"].get<int>()];
  CHECK(tracks.size() == 56);
}

TEST_CASE("trace: runs of several sizes follow one another, each operation of each a process") {
  const Traced t = traced(ring(4, ", sizes: [1 MB, 2 MB]"));
  std::map<int, double> begin;
  for (const json& slice : messages(t)) begin.try_emplace(slice["pid"], slice["ts"]);
  REQUIRE(begin.size() == 2);
  // The first takes 6 (10 us + 10 us).
  CHECK(begin.begin()->second == 0);
  CHECK(begin.rbegin()->second == 120);
}

TEST_CASE("trace: 64 ranks, 8 channels, 126 steps are drawn whole in less than 65 000 events") {
  const Traced t = traced(ring(64, ", channels: 8, size: 1 GiB"));
  CHECK(messages(t).size() == 64 * 8 * 126);
  CHECK(t.notes.empty());
  CHECK_FALSE(events(t, "C").empty());
}

TEST_CASE("trace: of more messages than fit those of every 2^k-th rank are drawn, all steps, and a notice") {
  // 64 ranks send 63 messages each.
  const Traced t =
      traced(star(64, "25 GB/s") + "collectives: [{op: all_to_all, algorithm: pairwise, size: 64 MB}]\n", 1500);
  const auto drawn = messages(t);
  REQUIRE_FALSE(drawn.empty());
  CHECK(drawn.size() % 63 == 0);
  const std::size_t ranks = drawn.size() / 63;
  CHECK(64 % ranks == 0);
  REQUIRE(t.notes.size() == 1);
  CHECK_THAT(t.notes[0], ContainsSubstring(std::to_string(drawn.size()) +
                                           " of 4032 messages are drawn, those that "
                                           "ranks 0, " +
                                           std::to_string(64 / ranks) + ", "));
  CHECK(t.document["otherData"]["notes"][0] == t.notes[0]);
  std::int64_t in_steps = 0;
  for (const json& slice : events(t, "X"))
    if (slice["args"].contains("messages")) in_steps += slice["args"]["messages"].get<int>();
  CHECK(in_steps == 4032);
}

TEST_CASE("trace: where one rank alone sends too many the first of them are drawn") {
  const Traced t =
      traced(star(2, "25 GB/s") + "collectives: [{op: send_recv, channels: 64, chunks: 64, size: 64 MB}]\n", 1000);
  CHECK(messages(t).size() <= 1000);
  REQUIRE_FALSE(t.notes.empty());
  CHECK_THAT(t.notes[0], ContainsSubstring("the first that rank 0 sends"));
}

TEST_CASE("trace: names from files are text, whatever stands in them") {
  const Traced t = traced(
      "topology: {nodes: [{id: 'a\"<b', kind: chip}, {id: 'b\\', kind: chip}], links: [{from: 'a\"<b', "
      "to: 'b\\', bandwidth: 1 GB/s}]}\ncollectives: [{id: 'x\"y', op: send_recv, size: 8}]\n");
  CHECK_THAT(events(t, "M").front()["args"]["name"].get<std::string>(), ContainsSubstring("x\"y: send_recv"));
}

TEST_CASE("trace checker: finds what breaks the format") {
  const auto violations = [](const std::string& events) {
    return trace_violations("{\"traceEvents\": [" + events + "]}").size();
  };
  const std::string a = R"({"ph": "X", "pid": 1, "tid": 1, "ts": 0.0, "dur": 2.000001, "name": "a"})";
  CHECK(violations(a) == 0);
  CHECK(violations(a + R"(, {"ph": "X", "pid": 1, "tid": 1, "ts": 1.0, "dur": 1.0, "name": "b"})") == 0);
  CHECK(violations(a + R"(, {"ph": "X", "pid": 1, "tid": 1, "ts": 2.000001, "dur": 1.0, "name": "b"})") == 0);
  CHECK(violations(a + R"(, {"ph": "X", "pid": 1, "tid": 1, "ts": 2.0, "dur": 1.0, "name": "b"})") == 1);
  CHECK(violations(a + R"(, {"ph": "X", "pid": 1, "tid": 2, "ts": 2.0, "dur": 1.0, "name": "b"})") == 0);
  CHECK(violations(R"({"ph": "C", "pid": 1, "ts": 1.0, "name": "b", "args": {"v": 1}}, )" + a) == 1);
  CHECK(violations(R"({"ph": "X", "pid": 1, "tid": 1, "ts": 0.0, "name": "a"})") == 1);
  CHECK(violations(R"({"ph": "C", "pid": 1, "ts": 1.0, "name": "b", "args": {"v": "1"}})") == 1);
}

}  // namespace collsim::test
