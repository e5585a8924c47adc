#include "study/validation_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "base/units.h"
#include "result/csv.h"
#include "scenario/file.h"

namespace collsim {
namespace {

std::string percent(double share) { return fmt::format("{:.{}f} %", 100 * share, std::abs(share) < 0.1 ? 2 : 1); }

std::string worst_text(const std::vector<SizeError>& errors) {
  const SizeError* at = worst(errors);
  return at == nullptr ? "-" : fmt::format("{} at {}", percent(at->relative()), format_size(at->size));
}

std::string band_text(const std::vector<SizeError>& errors, SizeBand band) {
  const std::vector<SizeError> part = in_band(errors, band);
  return part.empty() ? "-" : percent(rmspe(part));
}

/// What the comparison of a cell says.
std::string verdict(const FormsCell& cell) {
  if (cell.to_the_tick) return "to the tick";
  const SizeError* at = worst(cell.sizes);
  if (at == nullptr) return "-";
  const double times = at->expected_us / at->predicted_us;
  constexpr double some = 0.01;
  if (cell.contention > some)
    return fmt::format("contention: takes {:.2f} times as long at {}", times, format_size(at->size));
  return cell.limit ? "a limit" : "tiers differ from what the form assumes";
}

void write_forms(const std::vector<FormsCell>& cells, std::ostream& out) {
  if (cells.empty()) return;
  const auto exact = std::count_if(cells.begin(), cells.end(), [](const FormsCell& c) { return c.to_the_tick; });
  fmt::print(out, "## Closed forms against simulation\n\n{} of {} agree to the tick.\n\n", exact, cells.size());
  out << "| topology | operation | algorithm | ranks | RMSPE | worst | contention | verdict |\n"
         "|---|---|---|---:|---:|---:|---:|---|\n";
  for (const FormsCell& c : cells)
    fmt::print(out, "| {} | {} | {} | {} | {} | {} | {} | {} |\n", c.topology, c.op, c.algorithm, c.ranks,
               c.to_the_tick ? "0" : percent(rmspe(c.sizes)), c.to_the_tick ? "0" : worst_text(c.sizes),
               percent(c.contention), verdict(c));
  out << '\n';
}

void write_summary(const std::vector<Validation::Measured>& measured, std::ostream& out) {
  out << "## Simulation against measured tables\n\nRMSPE by size: large is above 64 MB, medium from 1 MB (MB = 10^6 "
         "bytes). Fitted tables gave the scenario its constants and prove nothing.\n\n"
         "| row | table | use | operation | algorithm | ranks | large | medium | small | typical | worst |\n"
         "|---|---|---|---|---|---:|---:|---:|---:|---:|---:|\n";
  for (const Validation::Measured& m : measured) {
    const MeasuredComparison& c = m.comparison;
    fmt::print(out, "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", m.about.row, stem(c.log),
               m.about.fitted ? "fit" : "test", c.op, c.algorithm, c.ranks, band_text(c.simulated, SizeBand::large),
               band_text(c.simulated, SizeBand::medium), band_text(c.simulated, SizeBand::small),
               percent(geometric_mean_error(c.simulated)), worst_text(c.simulated));
  }
  out << '\n';
}

void write_table(const MeasuredComparison& c, std::ostream& out) {
  fmt::print(out, "### {} ({} by {}, {} ranks)\n\n| size | measured us | simulated us | error |", stem(c.log), c.op,
             c.algorithm, c.ranks);
  for (const auto& form : c.forms) fmt::print(out, " {} |", form.model);
  out << "\n|---:|---:|---:|---:|";
  for (std::size_t i = 0; i < c.forms.size(); ++i) out << "---:|";
  out << '\n';
  for (std::size_t i = 0; i < c.simulated.size(); ++i) {
    const SizeError& e = c.simulated[i];
    fmt::print(out, "| {} | {:.2f} | {:.2f} | {} |", format_size(e.size), e.expected_us, e.predicted_us,
               percent(e.relative()));
    for (const auto& form : c.forms) fmt::print(out, " {} |", percent(form.sizes[i].relative()));
    out << '\n';
  }
  out << '\n';
  write_diagnosis(c.diagnosis, "- ", out);
  for (const Remark& remark : c.remarks) fmt::print(out, "- line {}: {}\n", remark.line, remark.text);
  out << '\n';
}

void write_targets(const std::vector<TargetResult>& targets, std::ostream& out) {
  if (targets.empty()) return;
  out << "## Targets, on tables that were not fitted\n\n"
         "| row | sizes | measure | target | reached | tables | |\n|---|---|---|---:|---:|---:|---|\n";
  for (const TargetResult& t : targets)
    fmt::print(out, "| {} | {} | {} | {} | {} | {} | {} |\n", t.target.row.empty() ? "all" : t.target.row,
               to_string(t.target.band), t.target.measure == Target::Measure::rmspe ? "RMSPE" : "median error",
               percent(t.target.at_most), percent(t.reached), t.tables, t.met() ? "met" : "missed");
  out << '\n';
}

void csv_rows(const std::string& kind, const std::string& row, const std::string& about, const std::string& op,
              const std::string& algorithm, int ranks, const std::vector<SizeError>& sizes, std::ostream& out) {
  for (const SizeError& e : sizes) {
    CsvRecord record;
    record << kind << row << about << op << algorithm << ranks << e.size << e.expected_us << e.predicted_us
           << e.relative();
    record.write(out);
  }
}

}  // namespace

void write_diagnosis(const Diagnosis& d, const std::string& indent, std::ostream& out) {
  fmt::print(out, "{}{}: least time {:.2f} us, busbw up to {}", indent, d.sick ? "sick" : "healthy", d.floor_us,
             format_bandwidth(std::round(d.peak_busbw / 1e7) * 1e7));
  if (d.ratio) fmt::print(out, " ({:.0f} % of the wires)", 100 * *d.ratio);
  if (d.step_us) fmt::print(out, ", about {:.2f} us a step", *d.step_us);
  if (d.knee_bytes) fmt::print(out, ", knee at {}", format_size(static_cast<Bytes>(*d.knee_bytes)));
  out << '\n';
  for (const std::string& reason : d.reasons) out << indent << "sick: " << reason << '\n';
  for (const std::string& hint : d.hints) out << indent << hint << '\n';
}

void write_validation_markdown(const Validation& validation, std::ostream& out) {
  write_targets(validation.targets, out);
  if (!validation.measured.empty()) {
    write_summary(validation.measured, out);
    for (const Validation::Measured& m : validation.measured) write_table(m.comparison, out);
  }
  write_forms(validation.forms, out);
  if (validation.interrupted) out << "Interrupted: only what had ended is here.\n";
}

void write_validation_csv(const Validation& validation, std::ostream& out) {
  CsvRecord head;
  for (const char* column : {"kind", "row", "about", "op", "algorithm", "ranks", "size_bytes", "expected_us",
                             "predicted_us", "relative_error"})
    head << column;
  head.write(out);
  for (const FormsCell& c : validation.forms)
    csv_rows("form", "", c.topology, c.op, c.algorithm, c.ranks, c.sizes, out);
  for (const Validation::Measured& m : validation.measured) {
    const MeasuredComparison& c = m.comparison;
    csv_rows(m.about.fitted ? "fit" : "test", m.about.row, c.log, c.op, c.algorithm, c.ranks, c.simulated, out);
    for (const auto& form : c.forms)
      csv_rows(form.model, m.about.row, c.log, c.op, c.algorithm, c.ranks, form.sizes, out);
  }
}

}  // namespace collsim
