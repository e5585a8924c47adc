#include "study/series_checks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "scenario/file.h"

namespace collsim {
namespace {

int first_line(const MeasuredSeries& series) { return series.rows.empty() ? 0 : series.rows.front().line; }

/// busbw / algbw where both are printed with three digits or more; absent where no row is.
std::optional<double> median_factor(const MeasuredSeries& series) {
  constexpr double three_digits = 1;
  std::vector<double> factors;
  for (const Measurement& row : series.rows)
    if (row.algbw >= three_digits) factors.push_back(row.busbw / row.algbw);
  if (factors.empty()) return {};
  std::nth_element(factors.begin(), factors.begin() + static_cast<std::ptrdiff_t>(factors.size() / 2), factors.end());
  return factors[factors.size() / 2];
}

/// A sum that leaves more on the bus than in the buffer is an all_reduce, one that leaves less a reduce_scatter.
std::optional<Op> op_of_columns(const MeasuredSeries& series) {
  const auto factor = median_factor(series);
  if (series.redop != "sum" || !factor || *factor == 0) return {};
  if (*factor > 1.01) return Op::all_reduce;
  if (*factor < 0.99) return Op::reduce_scatter;
  return {};
}

void conclude_op(MeasuredSeries& series, MeasuredLog& log) {
  if (const auto op = op_of_file_name(log.file)) {
    series.op = op;
    log.notes.push_back({first_line(series), fmt::format("operation taken from the file's name: {}", to_string(*op))});
  } else if (const auto of_columns = op_of_columns(series)) {
    series.op = of_columns;
    log.notes.push_back(
        {first_line(series), fmt::format("operation taken from busbw / algbw: {}", to_string(*of_columns))});
  }
}

void check_bus_bandwidth(MeasuredSeries& series, MeasuredLog& log) {
  const auto factor = median_factor(series);
  if (!factor) return;
  if (*factor == 0) {
    series.ranks = 1;
    log.notes.push_back({first_line(series), "busbw is 0: runs of a single rank each, as without MPI support"});
  } else if (series.op && series.ranks && *series.ranks > 1) {
    const double expected = busbw_factor(*series.op, *series.ranks);
    if (std::abs(*factor / expected - 1) > 0.02)
      log.notes.push_back({first_line(series), fmt::format("busbw is {:.3f} of algbw, where {} on {} ranks has {:.3f}: "
                                                           "another convention; the times are taken",
                                                           *factor, to_string(*series.op), *series.ranks, expected)});
  }
}

/// time and algbw may be swapped and still fit the size; busbw then stands out from the other rows.
void drop_odd_rows(MeasuredSeries& series, MeasuredLog& log) {
  const auto factor = median_factor(series);
  if (!factor) return;
  std::erase_if(series.rows, [&](const Measurement& row) {
    constexpr double last_digit = 0.01;
    const double expected = *factor * row.algbw;
    const bool odd = std::abs(row.busbw - expected) > 0.02 * expected + 2 * last_digit;
    if (odd) log.skipped.push_back({row.line, "busbw / algbw is not what it is in the other rows"});
    return odd;
  });
}

void finish(const LogBanner& banner, MeasuredSeries& series, MeasuredLog& log) {
  series.title = banner.title;
  series.algorithm = banner.algorithm;
  series.ranks = banner.rank_count();
  series.nodes = banner.node_count();
  if (!series.op) series.op = banner.op;
  if (!series.op) conclude_op(series, log);
  if (!series.op) log.notes.push_back({first_line(series), "the operation is not stated"});
  drop_odd_rows(series, log);
  check_bus_bandwidth(series, log);
  if (!series.ranks) log.notes.push_back({first_line(series), "the number of ranks is not stated"});
}

}  // namespace

void finish_series(const LogBanner& banner, std::size_t first, MeasuredLog& log) {
  for (std::size_t i = first; i < log.series.size(); ++i) finish(banner, log.series[i], log);
}

std::optional<Op> op_of_file_name(std::string_view file) {
  constexpr std::array<std::string_view, 12> names{"all_reduce",     "allreduce", "all_gather", "allgather",
                                                   "reduce_scatter", "alltoall",  "all_to_all", "sendrecv",
                                                   "send_recv",      "broadcast", "scatter",    "reduce"};
  const std::string name = stem(std::string(file));
  for (const std::string_view known : names)
    if (name.find(known) != std::string::npos) return op_of_name(known);
  return {};
}

}  // namespace collsim
