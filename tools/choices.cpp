#include "choices.h"

#include <cstdio>
#include <string>
#include <vector>

#include "log.h"
#include "result/choice_writer.h"
#include "result/output_file.h"
#include "result/text.h"
#include "text_table.h"
#include "workload/known_algorithms.h"

namespace collsim {
namespace {

/// Two decimals of the largest binary unit that leaves something before the point: `14.20 MiB`.
std::string rounded_size(Bytes bytes) {
  constexpr const char* units[] = {" B", " KiB", " MiB", " GiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit < 3; ++unit) value /= 1024;
  std::string text = fixed(value, 2);
  if (text.ends_with(".00")) text.erase(text.size() - 3);
  return text + units[unit];
}

/// At a switch the margin is nothing: what the choice takes there says more.
std::string from_start(const Chosen& chosen) {
  const std::string from = chosen.us() ? "from " + fixed(*chosen.us(), 2) + " us" : "";
  return from + (from.empty() || chosen.reason.empty() ? "" : "; ") + chosen.reason;
}

std::vector<std::vector<std::string>> rows_of(const std::vector<SwitchPoint>& points) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool last = i + 1 == points.size();
    const std::string sizes = last ? i == 0 ? "all sizes" : "above" : "below " + rounded_size(points[i + 1].from);
    const std::string bytes = last ? "" : std::to_string(points[i + 1].from) + " B";
    rows.push_back({sizes, bytes, name_of(points[i].chosen), from_start(points[i].chosen)});
  }
  return rows;
}

std::string head_of(const CollectiveSpec& spec, const std::string& by) {
  return spec.id + ": " + to_string(spec.op) + ", chosen by " + by +
         (spec.automatic ? "" : " (the scenario names " + spec.algorithm + ')') + '\n';
}

void list(const Scenario& scenario, const ChooseOptions& options, std::ostream& out) {
  Chooser chooser(scenario, options);
  for (std::size_t i = 0; i < scenario.collectives.size(); ++i) {
    const std::vector<SwitchPoint> points = switch_points(chooser, scenario, i);
    out << head_of(scenario.collectives[i], points.front().chosen.by);
    write_text_table(rows_of(points), "  ", out);
  }
}

}  // namespace

ChooseOptions choose_options(const Interrupt& interrupt, bool shown, std::optional<ProgressLine>& line) {
  ChooseOptions options{interrupt.token(), {}};
  if (!shown) return options;
  line.emplace(stderr);
  options.progress = [&line](const std::string& what, std::size_t done, std::size_t of) {
    line->choosing(what, done, of);
  };
  return options;
}

int list_choices(const AlgorithmsOptions& options) try {
  install_log(Verbosity::normal);
  const Scenario scenario = read_scenario(*options.scenario, known_algorithms(), options.overrides);
  if (scenario.collectives.empty()) throw UsageError("--for " + *options.scenario + ": it has no collective");
  const Interrupt interrupt;
  std::optional<ProgressLine> line;
  OutputFile out("-");
  list(scenario, choose_options(interrupt, on_terminal(), line), out.stream());
  out.finish();
  return 0;
} catch (const Interrupted& error) {
  log_note(error.what());
  return kInterruptedStatus;
}

}  // namespace collsim
