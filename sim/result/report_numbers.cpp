#include "result/report_numbers.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "result/explanation_parts.h"
#include "result/ledger_parts.h"
#include "result/links_by_use.h"

namespace collsim {
namespace {

constexpr std::size_t kMostCurves = 12;

std::vector<const CollectiveResult*> all_collectives(const Result& result) {
  std::vector<const CollectiveResult*> all;
  for (const RunResult& run : result.runs)
    for (const CollectiveResult& c : run.collectives) all.push_back(&c);
  return all;
}

std::string left_out(std::size_t shown, std::size_t all, const char* what) {
  return all > shown ? fmt::format("The first {} of {} {}.", shown, all, what) : "";
}

std::vector<ReportValue> row_of(const CollectiveResult& c) {
  return {c.id,
          std::string(to_string(c.op)),
          c.algorithm,
          std::int64_t{c.ranks()},
          c.size,
          to_microseconds(c.start),
          to_microseconds(c.time()),
          c.algbw_GBps(),
          c.busbw_GBps(),
          std::string(regime(c.ledger)),
          c.bottleneck_link};
}

/// Points of one collective over the sizes of the runs.
struct OverSizes {
  std::string id;
  ReportSeries time, algbw, busbw;
};

std::vector<OverSizes> over_sizes(const Result& result) {
  std::vector<OverSizes> all;
  for (const RunResult& run : result.runs) {
    for (const CollectiveResult& c : run.collectives) {
      if (c.size != run.size || run.size == 0) continue;
      auto at = std::find_if(all.begin(), all.end(), [&](const OverSizes& o) { return o.id == c.id; });
      if (at == all.end()) {
        const auto named = [&] { return ReportSeries{c.id, ReportSeries::Style::line, {}}; };
        at = all.insert(all.end(), {c.id, named(), named(), named()});
      }
      const auto x = static_cast<double>(c.size);
      at->time.points.emplace_back(x, to_microseconds(c.time()));
      at->algbw.points.emplace_back(x, c.algbw_GBps());
      at->busbw.points.emplace_back(x, c.busbw_GBps());
    }
  }
  std::erase_if(all, [](const OverSizes& o) { return o.time.points.size() < 2; });
  return all;
}

double most_y(const ReportSeries& series) {
  double most = 0;
  for (const auto& [x, y] : series.points) most = std::max(most, y);
  return most;
}

bool flat_at_end(const ReportSeries& series) {
  const auto& points = series.points;
  const double last = points.back().second, before = points[points.size() - 2].second;
  return before > 0.95 * last;
}

void mark_plateau(const OverSizes& o, ReportCurves& curves, const ReportSeries& series) {
  if (!flat_at_end(series)) {
    curves.note = "Still rising at the largest size: the plateau lies beyond, and no knee is marked.";
    return;
  }
  const double plateau = most_y(series);
  curves.y_marks.push_back({plateau, fmt::format("plateau {:.4g} GB/s", plateau)});
  const double knee = half_way_size(o.time.points);
  if (knee <= 0) return;
  curves.x_marks.push_back({knee, "knee S* " + bytes_text(knee)});
  curves.note = "S* is the size that reaches half of the largest bandwidth.";
}

ReportCurves curves_of(const char* title, Quantity y, bool logarithmic) {
  ReportCurves curves;
  curves.title = title;
  curves.x_title = "size";
  curves.y = y;
  curves.logarithmic = logarithmic;
  return curves;
}

ReportTable jobs_table(const RunResult& run) {
  ReportTable table{"Jobs",
                    "What they took among the others and, where the scenario asks for it, by themselves.",
                    {{"job"},
                     {"placement"},
                     {"chips", Quantity::count},
                     {"start", Quantity::microseconds},
                     {"makespan", Quantity::microseconds},
                     {"alone", Quantity::microseconds},
                     {"slowdown", Quantity::factor}},
                    {}};
  for (const JobResult& job : run.jobs) {
    ReportValue alone, slower;
    if (job.alone) alone = to_microseconds(*job.alone);
    if (job.alone)
      if (const auto factor = slowdown(job.makespan(), *job.alone)) slower = *factor;
    table.rows.push_back({job.id, job.placement, static_cast<std::int64_t>(job.chips), to_microseconds(job.start),
                          to_microseconds(job.makespan()), alone, slower});
  }
  return table;
}

ReportTable seeds_table(const Result& result) {
  ReportTable table{fmt::format("Times over {} seeds", result.repeats->count),
                    "Percentiles by nearest rank.",
                    {{"id"},
                     {"size", Quantity::bytes},
                     {"mean", Quantity::microseconds},
                     {"best", Quantity::microseconds},
                     {"p50", Quantity::microseconds},
                     {"p99", Quantity::microseconds},
                     {"worst", Quantity::microseconds},
                     {"worst seed", Quantity::count}},
                    {}};
  for (const SeedSpread& s : result.repeats->collectives)
    table.rows.push_back({s.id, s.size, s.mean_us, to_microseconds(s.best), to_microseconds(s.p50),
                          to_microseconds(s.p99), to_microseconds(s.worst), static_cast<std::int64_t>(s.worst_seed)});
  return table;
}

ReportTable background_table(const RunResult& run) {
  ReportTable table{"Background",
                    "",
                    {{"from"},
                     {"to"},
                     {"start", Quantity::microseconds},
                     {"end", Quantity::microseconds},
                     {"bytes", Quantity::bytes}},
                    {}};
  for (const BackgroundResult& b : run.background)
    table.rows.push_back({b.from, b.to, to_microseconds(b.start), to_microseconds(b.end), b.bytes});
  return table;
}

}  // namespace

double half_way_size(const std::vector<std::pair<double, double>>& times) {
  double most = 0;
  for (const auto& [size, time] : times)
    if (time > 0) most = std::max(most, size / time);
  const double half = most / 2;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto [size, time] = times[i];
    if (size < half * time) continue;
    if (i == 0) return 0;
    const auto [size_before, time_before] = times[i - 1];
    const double slope = (time - time_before) / (size - size_before);
    return half * (time_before - slope * size_before) / (1 - half * slope);
  }
  return 0;
}

ReportTable collectives_table(const Result& result, std::size_t most) {
  ReportTable table{"Collectives",
                    "",
                    {{"id"},
                     {"operation"},
                     {"algorithm"},
                     {"ranks", Quantity::count},
                     {"size", Quantity::bytes},
                     {"start", Quantity::microseconds},
                     {"time", Quantity::microseconds},
                     {"algbw", Quantity::GBps},
                     {"busbw", Quantity::GBps},
                     {"regime"},
                     {"bottleneck link"}},
                    {}};
  const auto all = all_collectives(result);
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) table.rows.push_back(row_of(*all[i]));
  table.note = left_out(most, all.size(), "collectives and sizes");
  return table;
}

ReportStack ledger_stack(const Result& result, std::size_t most) {
  ReportStack stack;
  stack.title = "Where the time went";
  for (const LedgerPart& part : ledger_parts) {
    stack.names.emplace_back(part.name);
    stack.meanings.emplace_back(part.meaning);
  }
  const auto all = all_collectives(result);
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    const CollectiveResult& c = *all[i];
    ReportStack::Bar& bar = stack.bars.emplace_back();
    bar.name = result.swept ? c.id + ", " + format_size(c.size) : c.id;
    for (const LedgerPart& part : ledger_parts) bar.parts.push_back(to_microseconds(c.ledger.*part.time));
  }
  stack.note = "The five parts of each time, along its critical path, add up to it exactly. " +
               left_out(most, all.size(), "collectives and sizes");
  return stack;
}

std::vector<ReportCurves> size_curves(const Result& result) {
  const std::vector<OverSizes> all = over_sizes(result);
  if (all.empty()) return {};
  ReportCurves time = curves_of("Time over size", Quantity::microseconds, true);
  ReportCurves algbw = curves_of("Algorithm bandwidth over size", Quantity::GBps, false);
  ReportCurves busbw = curves_of("Bus bandwidth over size", Quantity::GBps, false);
  for (std::size_t i = 0; i < std::min(kMostCurves, all.size()); ++i) {
    time.series.push_back(all[i].time);
    algbw.series.push_back(all[i].algbw);
    busbw.series.push_back(all[i].busbw);
  }
  for (const ReportSeries& series : time.series)
    for (const auto& [size, us] : series.points) time.logarithmic = time.logarithmic && us > 0;
  time.note = left_out(kMostCurves, all.size(), "collectives");
  if (all.size() == 1) {
    mark_plateau(all.front(), algbw, all.front().algbw);
    mark_plateau(all.front(), busbw, all.front().busbw);
  }
  return {time, algbw, busbw};
}

std::vector<ReportPart> other_tables(const Result& result) {
  std::vector<ReportPart> parts;
  if (result.repeats) parts.emplace_back(seeds_table(result));
  if (result.runs.empty()) return parts;
  if (!result.runs.back().jobs.empty()) parts.emplace_back(jobs_table(result.runs.back()));
  if (!result.runs.back().background.empty()) parts.emplace_back(background_table(result.runs.back()));
  return parts;
}

ReportTable links_table(const RunResult& run, std::size_t most) {
  const std::vector<std::uint32_t> used = links_by_use(run);
  ReportTable table{"Busiest links",
                    fmt::format("{} of {} links carried anything{}. Utilization is over the makespan.", used.size(),
                                run.links.size(), used.size() > most ? fmt::format("; here the first {}", most) : ""),
                    {{"link"},
                     {"tier"},
                     {"capacity", Quantity::GBps},
                     {"bytes", Quantity::bytes},
                     {"utilization", Quantity::share},
                     {"most flows at once", Quantity::count}},
                    {}};
  for (std::size_t i = 0; i < std::min(most, used.size()); ++i) {
    const LinkResult& l = run.links[used[i]];
    table.rows.push_back(
        {l.id, std::string(to_string(l.tier)), l.capacity / 1e9, l.bytes, l.utilization, std::int64_t{l.peak_flows}});
  }
  return table;
}

}  // namespace collsim
