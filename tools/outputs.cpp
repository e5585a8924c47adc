#include "outputs.h"

#include <functional>
#include <vector>

#include "chart_library.h"
#include "result/choice_writer.h"
#include "result/csv_writer.h"
#include "result/json_writer.h"
#include "result/table_writer.h"
#include "run_options.h"
#include "same_file.h"
#include "version.h"

namespace collsim {
namespace {

void open(std::optional<OutputFile>& file, const std::optional<std::string>& path) {
  if (path) file.emplace(*path);
}

void refuse_overwriting(const char* option, const std::optional<std::string>& path, const Scenario& scenario) {
  if (!path || *path == "-") return;
  const bool itself = same_file(*path, scenario.file);
  if (!itself && !same_file(*path, scenario.topology.file)) return;
  throw UsageError(std::string(option) + ' ' + *path + " would overwrite " +
                   (itself ? "the scenario" : "the topology of the scenario") + ": name another file");
}

struct Writing {
  OutputFile* file;
  std::function<void(std::ostream&)> write;
};

void finish(const std::vector<Writing>& writings) {
  for (const Writing& writing : writings) {
    writing.write(writing.file->stream());
    writing.file->finish();
  }
  for (const Writing& writing : writings) writing.file->commit();
}

}  // namespace

Outputs::Outputs(const RunOptions& options, const Scenario& scenario) {
  refuse_overwriting("--json", options.json, scenario);
  refuse_overwriting("--csv", options.csv, scenario);
  refuse_overwriting("--flows", options.flows, scenario);
  refuse_overwriting("--trace", options.trace, scenario);
  refuse_overwriting("--report", options.report, scenario);
  if (options.report) charts = find_chart_library();
  open(json, options.json);
  open(csv, options.csv);
  open(flows, options.flows);
  open(trace, options.trace);
  open(report, options.report);
  if (!holds_standard_output(options)) table.emplace("-");
}

void Outputs::write(const Result& result, const Scenario& scenario, const RunOptions& options, const Views& views) {
  std::vector<Writing> files, standard_output;
  const auto add = [&](std::optional<OutputFile>& file, std::function<void(std::ostream&)> content) {
    if (file) (file->is_standard_output() ? standard_output : files).push_back({&*file, std::move(content)});
  };
  add(json, [&](std::ostream& out) { write_json(result, out, {options.per_rank}); });
  add(csv, [&](std::ostream& out) { write_csv(result, out); });
  add(flows, [](std::ostream&) {});
  add(trace, [&](std::ostream& out) { views.timeline->write(out); });
  add(report, [&](std::ostream& out) { write_report(*views.page, *charts, out); });
  add(table, [&](std::ostream& out) {
    write_table(result, {build::version, scenario.file, scenario.topology.name}, out);
    if (options.explain_choice) write_rankings(result, out);
  });
  finish(files);
  finish(standard_output);
}

}  // namespace collsim
