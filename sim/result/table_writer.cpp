#include "result/table_writer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "result/choice_writer.h"
#include "result/job_writer.h"
#include "result/table_summary.h"
#include "result/text.h"

namespace collsim {
namespace {

/// Columns of our own, as wide as their longest text.
struct Widths {
  std::size_t algorithm, bottleneck, op;
};

/// Several collectives share the table: each row then tells which one it is.
bool named_rows(const Result& result) {
  return std::any_of(result.runs.begin(), result.runs.end(),
                     [](const RunResult& run) { return run.collectives.size() > 1; });
}

Widths widths_of(const Result& result) {
  Widths widths{9, 10, 2};
  for (const RunResult& run : result.runs)
    for (const CollectiveResult& c : run.collectives) {
      widths.algorithm = std::max(widths.algorithm, c.algorithm.size());
      widths.bottleneck = std::max(widths.bottleneck, c.bottleneck_link.size());
      widths.op = std::max(widths.op, std::string_view(to_string(c.op)).size());
    }
  return widths;
}

bool cut_by_rank(Op op) {
  return op == Op::all_gather || op == Op::reduce_scatter || op == Op::all_to_all || op == Op::scatter ||
         op == Op::gather;
}

const char* redop(Op op) {
  return op == Op::all_reduce || op == Op::reduce_scatter || op == Op::reduce ? "sum" : "none";
}

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

/// The columns of nccl-tests; `fields` in their order.
std::string nccl_columns(const std::array<std::string, 9>& fields) {
  constexpr std::array<std::size_t, 9> widths{12, 12, 8, 6, 6, 7, 6, 6, 6};
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i ? "  " : "") + right_aligned(fields[i], widths[i]);
  return line;
}

std::string row(const CollectiveResult& c, bool checked) {
  return nccl_columns({std::to_string(c.size), std::to_string(nccl_count(c)), c.dtype, redop(c.op),
                       std::to_string(c.has_root() ? c.root : -1),
                       nccl_float(static_cast<double>(c.time().count()) / 1e6), fixed(c.algbw_GBps(), 2),
                       fixed(c.busbw_GBps(), 2), checked ? "0" : "N/A"});
}

/// Ends a line with our own columns, without blanks at its end.
std::string own_columns(const Widths& widths, std::string_view algorithm, std::string_view bottleneck,
                        std::string_view op, std::string_view id) {
  std::string line = "  " + left_aligned(algorithm, widths.algorithm) + "  " +
                     left_aligned(bottleneck, widths.bottleneck) + "  " + left_aligned(op, widths.op) + "  " +
                     std::string(id);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

void write_column_heads(const Widths& widths, bool named, std::ostream& out) {
  std::string names = nccl_columns({"size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong"});
  std::string units = nccl_columns({"(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", ""});
  // The heads' first column is the comment sign.
  names.front() = units.front() = '#';
  out << "#\n" << names << own_columns(widths, "algorithm", "bottleneck", named ? "op" : "", named ? "id" : "");
  units.erase(units.find_last_not_of(' ') + 1);
  out << units << '\n';
}

void write_head(const Result& result, const TableHead& head, std::ostream& out) {
  out << "# collsim " << head.version << ", " << head.scenario_file << ": " << result.scenario << " on topology "
      << head.topology << '\n';
  if (!result.runs.empty()) write_operations(result.runs.front().collectives, out);
  out << "# size and count as in nccl-tests; time is simulated; GB/s = 10^9 bytes/s\n";
}

void write_rows(const Result& result, std::ostream& out) {
  const Widths widths = widths_of(result);
  const bool named = named_rows(result);
  write_column_heads(widths, named, out);
  for (const RunResult& run : result.runs)
    for (const CollectiveResult& c : run.collectives)
      out << row(c, result.checked)
          << own_columns(widths, c.algorithm, or_dash(c.bottleneck_link), named ? to_string(c.op) : "",
                         named ? c.id : "");
}

double mean_busbw(const Result& result) {
  double sum = 0, rows = 0;
  for (const RunResult& run : result.runs)
    for (const CollectiveResult& c : run.collectives) {
      sum += c.busbw_GBps();
      ++rows;
    }
  return rows > 0 ? sum / rows : 0;
}

void write_foot(const Result& result, std::ostream& out) {
  // Scripts for nccl-tests look for this line.
  if (result.checked) out << "# Out of bounds values : 0 OK\n";
  out << "# Avg bus bandwidth    : " << six_digits(mean_busbw(result)) << '\n';
  if (result.checked)
    out << "# Proved: every allocation of bandwidth by its certificate, and that every schedule does what its "
           "operation "
           "promises\n";
  if (result.interrupted) out << "# interrupted: only what had ended is here\n";
  if (result.failure)
    out << (result.swept ? "# failed: only the sizes that had ended before are here\n"
                         : "# failed: only what had ended before is here\n");
  out << "#\n";
}

}  // namespace

std::int64_t nccl_count(const CollectiveResult& c) {
  const std::int64_t elements = c.size / c.element;
  return cut_by_rank(c.op) ? elements / c.ranks() : elements;
}

void write_table(const Result& result, const TableHead& head, std::ostream& out) {
  write_head(result, head, out);
  write_rows(result, out);
  write_foot(result, out);
  write_routing(result, out);
  write_repeats(result, out);
  write_choices(result, out);
  if (result.swept || result.runs.empty()) return;
  write_summary(result.runs.front(), out);
  write_splits(result.runs.front(), out);
  write_jobs(result.runs.front(), out);
  if (!result.interrupted) write_makespan(result.runs.front(), out);
}

}  // namespace collsim
