#include "study/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "oracle/estimate.h"
#include "result/explanation_parts.h"
#include "result/observer_group.h"
#include "result/report_numbers.h"
#include "study/choose.h"
#include "study/explain.h"
#include "study/group_machine.h"
#include "study/picture.h"
#include "study/report_details.h"
#include "workload/chosen_run.h"
#include "workload/replay.h"
#include "workload/resolve.h"

namespace collsim {
namespace {

constexpr std::size_t kBuckets = 120;
constexpr std::size_t kMostInMatrix = 64;
constexpr std::size_t kLongestText = 100'000;

/// The collective that ends last of the last run.
const CollectiveResult* headline_of(const Result& result) {
  if (result.runs.empty()) return nullptr;
  const auto& all = result.runs.back().collectives;
  const auto last = std::max_element(
      all.begin(), all.end(), [](const CollectiveResult& a, const CollectiveResult& b) { return a.end < b.end; });
  return last == all.end() ? nullptr : &*last;
}

std::string algorithm_detail(const CollectiveResult& c) {
  std::string text = fmt::format("{}, {} steps", count_text(c.ranks(), "rank"), c.steps);
  if (c.chosen)
    text += fmt::format("; chosen by {}{}{}", c.chosen->by, c.chosen->reason.empty() ? "" : ": ", c.chosen->reason);
  return text;
}

ReportText text_part(const char* title, const std::string& text, std::string note) {
  if (text.size() <= kLongestText) return {title, std::move(note), text};
  note += fmt::format("{}The first {} of {} bytes.", note.empty() ? "" : " ", kLongestText, text.size());
  return {title, std::move(note), text.substr(0, kLongestText)};
}

class Reporter {
 public:
  Reporter(const Result& result, const Scenario& scenario, const ReportOptions& options)
      : result_(result), scenario_(scenario), options_(options), topology_(build_topology(scenario.topology)) {}

  Report write() {
    head();
    std::optional<Explanation> explained;
    std::vector<ReportPart> details;
    if (result_.interrupted) report_.notes.emplace_back("Interrupted: what had ended is here, without details.");
    if (!result_.runs.empty() && !result_.interrupted) explained = look_closer(details);
    tiles(explained ? &*explained : nullptr);
    add(collectives_table(result_));
    add(ledger_stack(result_));
    for (ReportCurves& curves : size_curves(result_)) add(with_closed_forms(std::move(curves)));
    for (ReportPart& part : details) report_.parts.push_back(std::move(part));
    for (ReportPart& part : other_tables(result_)) report_.parts.push_back(std::move(part));
    texts();
    return std::move(report_);
  }

 private:
  void add(ReportPart part) { report_.parts.push_back(std::move(part)); }

  void head() {
    report_.title = result_.scenario;
    report_.subtitle = fmt::format("on {}: {}, {}, {}", topology_.name(),
                                   count_text(static_cast<std::int64_t>(topology_.chips().size()), "chip"),
                                   count_text(static_cast<std::int64_t>(topology_.node_count()), "node"),
                                   count_text(static_cast<std::int64_t>(topology_.link_count()), "directed link"));
    for (const std::string& note : result_.notes) report_.notes.push_back(note);
    if (result_.failure) report_.notes.push_back(*result_.failure);
  }

  void tile(std::string label, Quantity quantity, ReportValue value, std::string detail = "") {
    report_.tiles.push_back({std::move(label), quantity, std::move(value), std::move(detail)});
  }

  void tiles(const Explanation* explained) {
    const CollectiveResult* c = headline_of(result_);
    if (c == nullptr) return;
    const RunResult& run = result_.runs.back();
    tile("Time", Quantity::microseconds, to_microseconds(c->time()),
         fmt::format("{} {}, {}", c->id, to_string(c->op), format_size(c->size)));
    tile("Bus bandwidth", Quantity::GBps, c->busbw_GBps(), "as nccl-tests defines it");
    tile("Algorithm bandwidth", Quantity::GBps, c->algbw_GBps(), "size over time");
    tile("Algorithm", Quantity::text, c->algorithm, algorithm_detail(*c));
    tile("Regime", Quantity::text, std::string(regime(c->ledger)),
         fmt::format("start-up and path are {} of the time",
                     percent_text(to_seconds(c->ledger.startup + c->ledger.path), to_seconds(c->time()))));
    if (explained != nullptr) bound_tile(*explained, c->id);
    if (!c->bottleneck_link.empty())
      tile("Bottleneck link", Quantity::text, c->bottleneck_link, "most to carry for its bandwidth");
    if (run.collectives.size() > 1)
      tile("Makespan", Quantity::microseconds, to_microseconds(run.makespan),
           fmt::format("of {} collectives", run.collectives.size()));
  }

  void bound_tile(const Explanation& explained, const std::string& id) {
    for (const OperationExplanation& o : explained.operations) {
      if (o.result.id != id || o.bound.time() <= Duration{}) continue;
      tile("Distance to the lower bound", Quantity::factor, ratio(o.result.time(), o.bound.time()),
           fmt::format("no algorithm can take less than {} us here", us_text(o.bound.time())));
    }
  }

  /// What a closer look at the last size shows; nothing where it was interrupted.
  std::optional<Explanation> look_closer(std::vector<ReportPart>& parts) try {
    const std::size_t last = result_.runs.size() - 1;
    const Scenario one = at_size(scenario_, last);
    ExplainOptions how;
    how.sensitivity = false;
    how.table_size = kMostInMatrix;
    how.observer = options_.observer;
    how.stop = options_.stop;
    how.most_messages = options_.most_messages;
    Explanation explained = explain(one, how);
    tell_details(explained);
    parts.emplace_back(picture_of(topology_, result_.runs.back()));
    parts.emplace_back(links_table(result_.runs.back()));
    parts.emplace_back(link_classes_table(explained));
    if (explained.recorded) add_recorded(one, explained, parts);
    parts.emplace_back(bounds_table(explained));
    return explained;
  } catch (const Interrupted&) {
    report_.notes.emplace_back("Interrupted: the numbers are whole, the details are left out.");
    return {};
  }

  void tell_details(const Explanation& explained) {
    const RunResult& run = result_.runs.back();
    if (result_.swept)
      report_.notes.push_back(
          fmt::format("Details and the numbers at the head are those of the last size, {}.", format_size(run.size)));
    if (result_.repeats) report_.notes.push_back(fmt::format("Details are those of seed {}.", result_.seed));
    if (explained.run.makespan != run.makespan)
      report_.notes.push_back(fmt::format(
          "Details come from a run by itself, which took {} us: routes remember what went before, here other sizes.",
          us_text(explained.run.makespan)));
    if (!explained.recorded)
      report_.notes.push_back(
          fmt::format("{} messages are more than the {} that are followed one by one: no timeline, "
                      "links over time, matrix and steps.",
                      explained.messages, explained.most_messages));
  }

  void add_recorded(const Scenario& one, const Explanation& explained, std::vector<ReportPart>& parts) {
    if (explained.run.makespan <= Duration{}) return;
    const std::vector<LinkId> watched = links_to_watch(topology_, explained.run);
    Recorder recorder(rows_by_link(topology_, watched), watched.size(), explained.run.makespan, kBuckets);
    ObserverGroup observers;
    observers.add(recorder);
    if (options_.observer != nullptr) observers.add(*options_.observer);
    if (replay(one, {false, &observers, options_.stop}).interrupted) throw Interrupted();
    if (!watched.empty()) parts.emplace_back(link_map(explained, recorder, watched));
    parts.emplace_back(timeline(explained, recorder));
    for (ReportPart& part : step_bars(explained)) parts.push_back(std::move(part));
    parts.emplace_back(matrix_map(explained));
  }

  /// Beside each curve of times what a closed form predicts on a network whose links nobody shares.
  ReportCurves with_closed_forms(ReportCurves curves) {
    if (curves.y != Quantity::microseconds) return curves;
    const Resolved resolved = resolve(scenario_, topology_);
    for (std::size_t i = 0; i < scenario_.collectives.size(); ++i) {
      const CollectiveSpec& spec = scenario_.collectives[i];
      const auto shown = std::any_of(curves.series.begin(), curves.series.end(),
                                     [&](const ReportSeries& series) { return series.name == spec.id; });
      if (!shown || !spec.swept || spec.protocol != Protocol::simple || spec.matrix) continue;
      if (auto form = closed_form(i, resolved.groups[i]); form.points.size() > 1)
        curves.series.push_back(std::move(form));
    }
    return curves;
  }

  ReportSeries closed_form(std::size_t index, const std::vector<NodeId>& chips) {
    ShortestRouter router(topology_, scenario_.model.ties);
    const GroupMachine group = machine_of_group(topology_, router, chips, scenario_.model);
    ReportSeries series{scenario_.collectives[index].id + ", closed form", ReportSeries::Style::dashed, {}};
    for (std::size_t size = 0; size < result_.runs.size(); ++size) {
      const Scenario named = as_chosen(scenario_, size);
      const CollectiveSpec& spec = named.collectives[index];
      if (spec.protocol != Protocol::simple || spec.auto_chunks || spec.sizes[size] == 0) continue;
      const oracle::Case problem{spec.algorithm, spec.op, spec.sizes[size], spec.chunks};
      const auto estimate = oracle::estimate(oracle::CostModel::alpha_beta, problem, group.machine);
      if (estimate && estimate->seconds > 0)
        series.points.emplace_back(static_cast<double>(spec.sizes[size]), 1e6 * estimate->seconds);
    }
    return series;
  }

  void texts() {
    const std::string changes = options_.changes.empty() ? "" : "Changed on the command line: " + options_.changes;
    if (!options_.scenario_text.empty()) add(text_part("Scenario", options_.scenario_text, changes));
    if (!options_.topology_text.empty()) add(text_part("Topology", options_.topology_text, ""));
  }

  const Result& result_;
  const Scenario& scenario_;
  const ReportOptions& options_;
  Topology topology_;
  Report report_;
};

}  // namespace

Report report_of(const Result& result, const Scenario& scenario, const ReportOptions& options) {
  return Reporter(result, scenario, options).write();
}

}  // namespace collsim
