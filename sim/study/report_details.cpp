#include "study/report_details.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "result/explanation_parts.h"
#include "result/links_by_use.h"

namespace collsim {
namespace {

constexpr std::size_t kMostStepColumns = 512;

/// Those of the chain up to the makespan first, the longest of them first.
std::vector<const OperationExplanation*> by_weight(const Explanation& e) {
  std::vector<const OperationExplanation*> all;
  for (const OperationExplanation& o : e.operations)
    if (!o.steps.empty()) all.push_back(&o);
  std::stable_sort(all.begin(), all.end(), [](const OperationExplanation* a, const OperationExplanation* b) {
    return std::tuple(b->decisive, b->result.time()) < std::tuple(a->decisive, a->result.time());
  });
  return all;
}

ReportBars::Bar bar_of(const OperationExplanation& o, const StepUse& step) {
  const StepNames names(o);
  return {names.of_step(step.phase, step.step),
          fmt::format("{}, {} us instead of {} us, {} → {}; {}", count_text(step.messages, "message"),
                      us_text(step.time), us_text(step.ideal), step.from_chip, step.to_chip, meeting_text(step)),
          step.factor()};
}

ReportBars steps_of(const OperationExplanation& o) {
  ReportBars bars;
  bars.title = "Contention per step: " + o.result.id;
  bars.x_title = "step";
  bars.base = 1;
  bars.note = "How much longer the slowest message of a step takes than any of its messages would alone.";
  const std::size_t group = (o.steps.size() + kMostStepColumns - 1) / kMostStepColumns;
  if (group > 1)
    bars.note += fmt::format(" {} steps are {} bars: each the worst of {}.", o.steps.size(),
                             (o.steps.size() + group - 1) / group, group);
  for (std::size_t i = 0; i < o.steps.size(); i += group) {
    const auto begin = o.steps.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = o.steps.begin() + static_cast<std::ptrdiff_t>(std::min(i + group, o.steps.size()));
    bars.bars.push_back(bar_of(
        o, *std::max_element(begin, end, [](const StepUse& a, const StepUse& b) { return a.factor() < b.factor(); })));
  }
  const auto longer = [](const ReportBars::Bar& bar) { return bar.value >= 1.001; };
  if (std::none_of(bars.bars.begin(), bars.bars.end(), longer)) bars.note += " Here none does.";
  return bars;
}

std::string kinds_text(const LinkClass& c) { return fmt::format("{} → {}", to_string(c.from), to_string(c.to)); }

const char* name_of(Bound::Kind kind) {
  constexpr const char* names[] = {"latency", "a chip's way out", "a chip's way in", "all chips' ways out", "a cut"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

std::vector<ReportPart> step_bars(const Explanation& e, std::size_t most_operations) {
  std::vector<ReportPart> parts;
  const auto operations = by_weight(e);
  for (std::size_t i = 0; i < std::min(most_operations, operations.size()); ++i) {
    ReportBars bars = steps_of(*operations[i]);
    if (i == 0 && operations.size() > most_operations)
      bars.note +=
          fmt::format(" Of {} operations the {} that weigh most are here.", operations.size(), most_operations);
    parts.emplace_back(std::move(bars));
  }
  return parts;
}

ReportTable link_classes_table(const Explanation& e) {
  ReportTable table{"Bytes by kind of link",
                    "Of all links between nodes of the same kinds, in one direction.",
                    {{"tier"},
                     {"from → to"},
                     {"links", Quantity::count},
                     {"used", Quantity::count},
                     {"bytes in all", Quantity::bytes},
                     {"most on one", Quantity::bytes},
                     {"peak utilization", Quantity::share},
                     {"most flows at once", Quantity::count}},
                    {}};
  for (const LinkClass& c : e.classes)
    table.rows.push_back({std::string(to_string(c.tier)), kinds_text(c), std::int64_t{c.links}, std::int64_t{c.used},
                          c.bytes, c.most_bytes, c.peak_utilization, std::int64_t{c.peak_flows}});
  return table;
}

ReportTable bounds_table(const Explanation& e) {
  ReportTable table{"Distance to the lower bounds",
                    "Times that no algorithm can undercut on this network, the largest of each kind.",
                    {{"id"}, {"bound"}, {"at least", Quantity::microseconds}, {"time is", Quantity::factor}, {"why"}},
                    {}};
  for (const OperationExplanation& o : e.operations)
    for (const Bound& bound : o.bound.bounds) {
      if (bound.time <= Duration{}) continue;
      table.rows.push_back({o.result.id, std::string(name_of(bound.kind)), to_microseconds(bound.time),
                            ratio(o.result.time(), bound.time), bound_text(bound)});
    }
  constexpr std::size_t most = 100;
  if (table.rows.size() > most) {
    table.note += fmt::format(" The first {} of {}.", most, table.rows.size());
    table.rows.resize(most);
  }
  return table;
}

ReportHeatMap matrix_map(const Explanation& e) {
  ReportHeatMap map;
  map.title = "Traffic matrix";
  map.note = fmt::format("Payload bytes from row to column, by {}.", e.matrix.by);
  if (e.matrix.in_network > 0)
    map.note += fmt::format(" Another {} go to or from switches that add up or copy, and have no one receiver.",
                            bytes_text(static_cast<double>(e.matrix.in_network)));
  map.x_title = "to";
  map.y_title = "from";
  map.quantity = Quantity::bytes;
  map.rows = map.columns = e.matrix.names;
  map.most = 1;
  for (const Bytes bytes : e.matrix.bytes) {
    map.values.push_back(static_cast<double>(bytes));
    map.most = std::max(map.most, map.values.back());
  }
  return map;
}

std::vector<LinkId> links_to_watch(const Topology& topology, const RunResult& run, std::size_t most) {
  using Class = std::tuple<Tier, NodeKind, NodeKind>;
  std::map<Class, std::vector<LinkId>> classes;
  for (const LinkId id : links_by_use(run)) {
    const Link& link = topology.link(id);
    // Both names of a half-duplex link show the sum.
    if (link.duplex == Duplex::half && link.reverse < id) continue;
    classes[{link.tier, topology.node(link.from).kind, topology.node(link.to).kind}].push_back(id);
  }
  std::vector<LinkId> watched;
  for (std::size_t turn = 0; watched.size() < most; ++turn) {
    const std::size_t before = watched.size();
    for (const auto& [kind, links] : classes)
      if (turn < links.size() && watched.size() < most) watched.push_back(links[turn]);
    if (watched.size() == before) break;
  }
  std::stable_sort(watched.begin(), watched.end(), [&](LinkId a, LinkId b) {
    return std::tuple(topology.link(a).tier, run.links[b].utilization) <
           std::tuple(topology.link(b).tier, run.links[a].utilization);
  });
  return watched;
}

std::vector<int> rows_by_link(const Topology& topology, const std::vector<LinkId>& watched) {
  std::vector<int> rows(topology.link_count(), -1);
  for (std::size_t i = 0; i < watched.size(); ++i) {
    rows[watched[i]] = static_cast<int>(i);
    const Link& link = topology.link(watched[i]);
    if (link.duplex == Duplex::half) rows[link.reverse] = static_cast<int>(i);
  }
  return rows;
}

ReportHeatMap link_map(const Explanation& e, const Recorder& recorder, const std::vector<LinkId>& watched) {
  ReportHeatMap map;
  map.title = "Busiest links over time";
  const auto used = static_cast<std::size_t>(
      std::count_if(e.run.links.begin(), e.run.links.end(), [](const LinkResult& l) { return l.wire_bytes > 0; }));
  map.note = fmt::format(
      "Share of the nominal capacity in {} equal spans of time, each message's bytes spread evenly over its time on "
      "the "
      "way (a change of its rate does not show).",
      recorder.buckets());
  if (used > watched.size())
    map.note += fmt::format(" {} of {} used links: the most used of each kind.", watched.size(), used);
  map.x_title = "time";
  map.y_title = "link";
  const double span = to_seconds(e.run.makespan) / static_cast<double>(recorder.buckets());
  for (std::size_t b = 0; b < recorder.buckets(); ++b)
    map.columns.push_back(fmt::format("{:.6g}", 1e6 * span * (static_cast<double>(b) + 0.5)));
  for (std::size_t row = 0; row < watched.size(); ++row) {
    const LinkResult& link = e.run.links[watched[row]];
    map.rows.push_back(link.id);
    const double wire = link.bytes > 0 ? link.wire_bytes / static_cast<double>(link.bytes) : 1;
    for (std::size_t b = 0; b < recorder.buckets(); ++b)
      map.values.push_back(recorder.bytes(row, b) * wire / (link.capacity * span));
  }
  return map;
}

}  // namespace collsim
