#include "validate.h"

#include <cstdio>
#include <optional>

#include "interrupt.h"
#include "progress_line.h"
#include "result/output_file.h"
#include "study/diagnosis.h"
#include "study/validation_report.h"

namespace collsim {
namespace {

constexpr int target_missed = 1;

ValidationPlan plan_of(const ValidateOptions& options) {
  ValidationPlan plan;
  if (options.scenario) {
    for (const std::string& log : options.files) {
      MeasuredCase about;
      about.log = log;
      about.scenario = *options.scenario;
      about.set = options.set;
      about.dtype = options.dtype;
      plan.measured.push_back(std::move(about));
    }
  } else if (!options.files.empty()) {
    plan = read_validation_plan(options.files.front());
  } else {
    plan.forms = default_forms_grid();
  }
  return plan;
}

void write_file(const Validation& validation, const std::string& path,
                void (*writer)(const Validation&, std::ostream&)) {
  OutputFile out(path);
  writer(validation, out.stream());
  out.finish();
  out.commit();
}

void write(const Validation& validation, const ValidateOptions& options) {
  const bool on_stdout = options.json == "-" || options.csv == "-";
  if (!on_stdout) {
    OutputFile out("-");
    write_validation_markdown(validation, out.stream());
    out.finish();
  }
  if (options.json) write_file(validation, *options.json, write_validation_json);
  if (options.csv) write_file(validation, *options.csv, write_validation_csv);
}

void write_series(const MeasuredSeries& series, std::ostream& out) {
  out << "  " << (series.op ? to_string(*series.op) : "operation unknown");
  if (series.ranks) out << ", " << *series.ranks << " ranks";
  if (series.nodes) out << " on " << *series.nodes << (*series.nodes == 1 ? " node" : " nodes");
  out << ", " << series.dtype << ": " << distinct_sizes(series) << " sizes\n";
  if (!series.op || !series.ranks || *series.ranks < 2) {
    out << "    nothing can be concluded without the operation and two ranks or more\n";
    return;
  }
  const auto nominal = nominal_of(series);
  if (!nominal) out << "    the hardware is not known: judged by its shape only\n";
  write_diagnosis(diagnose(series, nominal), "    ", out);
}

int diagnose_logs(const ValidateOptions& options) {
  OutputFile out("-");
  for (const std::string& file : options.files) {
    const MeasuredLog log = read_log(file);
    out.stream() << file << '\n';
    if (log.series.empty()) out.stream() << "  no rows\n";
    for (const MeasuredSeries& series : log.series) write_series(series, out.stream());
    for (const Remark& remark : log.skipped)
      out.stream() << "  line " << remark.line << " left out: " << remark.text << '\n';
    for (const Remark& remark : log.notes) out.stream() << "  line " << remark.line << ": " << remark.text << '\n';
  }
  out.finish();
  return 0;
}

}  // namespace

int validate_command(const ValidateOptions& options) {
  if (options.diagnose) return diagnose_logs(options);
  const ValidationPlan plan = plan_of(options);
  const Interrupt interrupt;
  std::optional<ProgressLine> line;
  if (!options.quiet && on_terminal()) line.emplace(stderr);
  const auto tell = [&line](const std::string& what, int done, int all) {
    if (line) line->compared(what, done, all);
  };
  const Validation validation = validate(plan, tell, interrupt.token());
  line.reset();
  write(validation, options);
  if (validation.interrupted) return kInterruptedStatus;
  return validation.all_met() ? 0 : target_missed;
}

}  // namespace collsim
