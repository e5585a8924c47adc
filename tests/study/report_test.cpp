#include "study/report.h"

#include <algorithm>
#include <numeric>

#include "scenario/reader.h"
#include "study/choose.h"
#include "study/explained.h"
#include "support/catch.h"
#include "support/networks.h"
#include "workload/known_algorithms.h"
#include "workload/replay.h"

namespace collsim::test {
namespace {

struct Reported {
  Result result;
  Report report;
};

Reported reported(const std::string& yaml, const ReportOptions& options = {}) {
  const Scenario scenario = with_choices(parse_scenario(yaml, "test.yaml", known_algorithms()));
  Result result = replay(scenario);
  Report report = report_of(result, scenario, options);
  return {std::move(result), std::move(report)};
}

/// The only one, or the first whose title begins so.
template <typename Part>
const Part* find(const Report& report, const std::string& title) {
  for (const ReportPart& part : report.parts)
    if (const Part* found = std::get_if<Part>(&part); found != nullptr && found->title.rfind(title, 0) == 0)
      return found;
  return nullptr;
}

template <typename Part>
const Part& part(const Report& report, const std::string& title) {
  const Part* found = find<Part>(report, title);
  REQUIRE(found != nullptr);
  return *found;
}

const ReportTile& tile(const Report& report, const std::string& label) {
  const auto found =
      std::find_if(report.tiles.begin(), report.tiles.end(), [&](const ReportTile& t) { return t.label == label; });
  REQUIRE(found != report.tiles.end());
  return *found;
}

bool noted(const Report& report, const std::string& words) {
  return std::any_of(report.notes.begin(), report.notes.end(),
                     [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

/// Two chips on a switch: 1 GB at 10 GB/s takes 100 ms, and the link from the switch is down for the 20 ms from 30 ms.
const std::string interrupted_send =
    "topology: {nodes: [{id: \"c[0-1]\", kind: chip}, {id: sw, kind: switch}],\n"
    "  links: [{from: \"c[0-1]\", to: sw, bandwidth: 10 GB/s, latency: 0 ns}]}\n"
    "model: {alpha_start: 0 ns}\n"
    "collectives: [{id: send, op: send_recv, size: 1 GB}]\n"
    "events: [{at: 30 ms, link: \"sw->c1\", state: down}, {at: 50 ms, link: \"sw->c1\", state: up}]\n";

}  // namespace

TEST_CASE("report: the numbers at its head are the result's") {
  const auto [result, report] = reported(star(8, "50 GB/s") + "model: {alpha_start: 1 us}\n" +
                                         collectives({"{id: x, op: all_reduce, algorithm: ring, size: 80 MB}"}));
  const CollectiveResult& c = result.runs.at(0).collectives.at(0);
  CHECK(std::get<double>(tile(report, "Time").value) == to_microseconds(c.time()));
  CHECK(std::get<double>(tile(report, "Bus bandwidth").value) == c.busbw_GBps());
  CHECK(std::get<double>(tile(report, "Algorithm bandwidth").value) == c.algbw_GBps());
  CHECK(std::get<std::string>(tile(report, "Regime").value) == regime(c.ledger));
  CHECK(std::get<std::string>(tile(report, "Bottleneck link").value) == c.bottleneck_link);
}

TEST_CASE("report: the distance to the lower bound is what explain says") {
  const std::string yaml =
      star(8, "50 GB/s") + collectives({"{id: x, op: all_to_all, algorithm: pairwise, size: 80 MB}"});
  const OperationExplanation told = only(explained_alone(yaml));
  const double distance =
      static_cast<double>(told.result.time().count()) / static_cast<double>(told.bound.time().count());
  CHECK(std::get<double>(tile(reported(yaml).report, "Distance to the lower bound").value) == distance);
}

TEST_CASE("report: what the links carry over time adds up to their bytes") {
  const auto [result, report] = reported(two_leaves(4, "50 GB/s", "100 GB/s") + "model: {utilization: 0.8}\n" +
                                         collectives({"{id: x, op: all_to_all, algorithm: pairwise, size: 80 MB}"}));
  const RunResult& run = result.runs.at(0);
  const auto& map = part<ReportHeatMap>(report, "Busiest links over time");
  const double span = to_seconds(run.makespan) / static_cast<double>(map.columns.size());
  REQUIRE(!map.rows.empty());
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    const auto link =
        std::find_if(run.links.begin(), run.links.end(), [&](const LinkResult& l) { return l.id == map.rows[row]; });
    const auto begin = map.values.begin() + static_cast<std::ptrdiff_t>(row * map.columns.size());
    const double used = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(map.columns.size()), 0.0);
    // Some thousand additions of parts, each rounded by 2^-53.
    CHECK(used * span * link->capacity == Catch::Approx(link->wire_bytes).epsilon(1e-11));
  }
}

TEST_CASE("report: a link that is down carries nothing, and the timeline shows from when to when") {
  const Report report = reported(interrupted_send).report;
  const auto& map = part<ReportHeatMap>(report, "Busiest links over time");
  const double span = 120e3 / static_cast<double>(map.columns.size());  // us of 120 ms
  for (std::size_t row = 0; row < map.rows.size(); ++row)
    for (std::size_t b = 0; b < map.columns.size(); ++b) {
      const double from = span * static_cast<double>(b), to = from + span;
      const double value = map.values[row * map.columns.size() + b];
      if (from >= 30e3 && to <= 50e3)
        CHECK(value == Catch::Approx(0).margin(1e-9));
      else if (to <= 30e3 || from >= 50e3)
        CHECK(value == Catch::Approx(1).epsilon(1e-9));
    }
  const auto& gantt = part<ReportGantt>(report, "Timeline");
  const auto down = std::find_if(gantt.bars.begin(), gantt.bars.end(),
                                 [](const ReportGantt::Bar& bar) { return bar.kind == ReportGantt::Kind::down; });
  REQUIRE(down != gantt.bars.end());
  CHECK(down->from == 30e3);
  CHECK(down->to == 50e3);
  CHECK(gantt.rows.at(down->row) == "link sw->c1");
  REQUIRE(gantt.marks.size() == 2);
  CHECK(gantt.marks[0].at == 30e3);
  CHECK(gantt.marks[0].text == "sw->c1: down");
}

TEST_CASE("report: the timeline's operation and last step end with the result, and a late rank is on it") {
  const auto [result, report] = reported(
      star(4, "50 GB/s") + collectives({"{id: x, op: all_reduce, algorithm: ring, size: 80 MB, start: 10 us}"}) +
      "stragglers: [{rank: c2, delay: 70 us}]\n");
  const CollectiveResult& c = result.runs.at(0).collectives.at(0);
  const auto& gantt = part<ReportGantt>(report, "Timeline");
  double last_step = 0;
  std::size_t steps = 0, late = 0;
  for (const ReportGantt::Bar& bar : gantt.bars) {
    if (bar.kind == ReportGantt::Kind::operation) CHECK(bar.to == to_microseconds(c.end));
    if (bar.kind == ReportGantt::Kind::step) {
      last_step = std::max(last_step, bar.to);
      ++steps;
    }
    if (bar.kind != ReportGantt::Kind::late) continue;
    ++late;
    CHECK(bar.name == "c2 is late");
    CHECK(bar.from == 10);
    CHECK(bar.to == 80);
  }
  CHECK(late == 1);
  CHECK(steps == 6);
  CHECK(last_step == to_microseconds(c.end));
}

TEST_CASE("report: the traffic matrix has every byte between chips") {
  const auto [result, report] =
      reported(star(4, "50 GB/s") + collectives({"{id: x, op: all_to_all, algorithm: pairwise, size: 80 MB}"}));
  const auto& map = part<ReportHeatMap>(report, "Traffic matrix");
  REQUIRE(map.rows.size() == 4);
  for (std::size_t from = 0; from < 4; ++from)
    for (std::size_t to = 0; to < 4; ++to) CHECK(map.values[4 * from + to] == (from == to ? 0 : 20e6));
}

TEST_CASE("report: a sweep has the closed form beside its times, and tells of the last size") {
  const auto [result, report] =
      reported(star(8, "50 GB/s") + "model: {alpha_start: 1 us}\n" +
               collectives({"{id: x, op: all_reduce, algorithm: ring, sizes: {from: 8 KB, to: 8 MB, factor: 10}}"}));
  const auto& curves = part<ReportCurves>(report, "Time over size");
  REQUIRE(curves.series.size() == 2);
  CHECK(curves.series[1].style == ReportSeries::Style::dashed);
  REQUIRE(curves.series[1].points.size() == 4);
  for (const auto& [size, us] : curves.series[1].points)
    // 2(N-1) (α + M / (N B)), 50 GB/s being 50 000 bytes per us.
    CHECK(us == Catch::Approx(14 * (1 + size / 8 / 50e3)).epsilon(1e-12));
  CHECK(noted(report, "those of the last size"));
  CHECK(std::get<double>(tile(report, "Time").value) == to_microseconds(result.runs.back().collectives.at(0).time()));
}

TEST_CASE("report: too many messages to follow leave out what needs them, and it says so") {
  ReportOptions options;
  options.most_messages = 10;
  const Report report =
      reported(star(8, "50 GB/s") + collectives({"{id: x, op: all_to_all, algorithm: pairwise, size: 80 MB}"}), options)
          .report;
  CHECK(find<ReportGantt>(report, "Timeline") == nullptr);
  CHECK(find<ReportHeatMap>(report, "") == nullptr);
  CHECK(find<ReportPicture>(report, "Network") != nullptr);
  CHECK(noted(report, "56 messages are more than the 10"));
}

TEST_CASE("report: a run that was stopped keeps its numbers") {
  const Scenario scenario =
      parse_scenario(star(4, "50 GB/s") + collectives({"{id: x, op: all_reduce, algorithm: ring, size: 80 MB}"}),
                     "test.yaml", known_algorithms());
  const Result result = replay(scenario);
  std::stop_source stop;
  stop.request_stop();
  ReportOptions options;
  options.stop = stop.get_token();
  const Report report = report_of(result, scenario, options);
  CHECK(noted(report, "Interrupted"));
  CHECK(part<ReportTable>(report, "Collectives").rows.size() == 1);
  CHECK(find<ReportGantt>(report, "Timeline") == nullptr);
}

}  // namespace collsim::test
