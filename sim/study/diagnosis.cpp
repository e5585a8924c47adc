#include "study/diagnosis.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "base/units.h"

namespace collsim {
namespace {

constexpr Bytes small_size = 64 << 10;  // time hardly depends on the size below
constexpr Bytes large_size = 32 << 20;  // bandwidth shows from here on
constexpr double healthy_share = 0.8, watched_share = 0.5;
/// An exchange among many nodes meets the tapering of the network, which is no fault: a quarter of a port can be all.
constexpr double exchange_share = 0.15;
constexpr int many_nodes = 4;
/// Chips that reach each other over PCIe share the bridges between them.
constexpr double bridged_share = 0.2;
constexpr int few_chips = 2;
constexpr double collapse = 0.5;
constexpr double slow_step_us = 100;

double busbw(const MeasuredSeries& series, const Measurement& row) {
  return static_cast<double>(row.size) / row.us * 1e6 * busbw_factor(*series.op, *series.ranks);
}

int nodes_of(const MeasuredSeries& series) { return series.nodes.value_or(1); }

/// Messages in a row of a small operation: a tree's for those that have one, else one to or from each other rank.
int small_messages(const MeasuredSeries& series) {
  const int levels = std::bit_width(static_cast<unsigned>(*series.ranks - 1));
  switch (*series.op) {
    case Op::all_reduce:
      return 2 * levels;
    case Op::broadcast:
    case Op::reduce:
      return levels;
    case Op::send_recv:
      return 1;
    default:
      return *series.ranks - 1;
  }
}

double least_share(const MeasuredSeries& series, const Nominal& nominal) {
  if (nominal.bridged && *series.ranks / nodes_of(series) > few_chips) return bridged_share;
  return series.op == Op::all_to_all && nodes_of(series) > many_nodes ? exchange_share : watched_share;
}

std::string suspects(const MeasuredSeries& series, double ratio) {
  const bool network = nodes_of(series) > 1;
  if (ratio < 0.25)
    return network ? "sockets instead of RDMA, the wrong or too few adapters, or a network that is oversubscribed"
                   : "PCIe or host memory instead of the chips' own links: peer access, ACS and IOMMU";
  return network ? "the path out of the node: adapters used, their PCIe slots and affinity, routing"
                 : "the path between the chips: links that are down, peer access over PCIe";
}

void judge_bandwidth(const MeasuredSeries& series, const Nominal& nominal, Diagnosis& d) {
  const double best = best_busbw(nominal, *series.op, *series.ranks, nodes_of(series));
  d.ratio = d.peak_busbw / best;
  const std::string measure = fmt::format("busbw reaches {} of the {} that the wires allow ({:.0f} %)",
                                          format_bandwidth(std::round(d.peak_busbw / 1e7) * 1e7),
                                          format_bandwidth(std::round(best / 1e7) * 1e7), 100 * *d.ratio);
  if (*d.ratio < least_share(series, nominal)) {
    d.sick = true;
    d.reasons.push_back(measure + ": look at " + suspects(series, *d.ratio));
  } else if (*d.ratio < healthy_share) {
    d.hints.push_back(measure + ": protocol and number of channels");
  }
}

/// The first row from which on busbw is less than half of what a smaller size reached, for three sizes or to the end:
/// not what any change of protocol does above a few MB. A single slow size may be anything.
std::optional<std::size_t> collapse_at(const MeasuredSeries& series, const std::vector<Measurement>& rows) {
  constexpr std::size_t lasting = 3;
  double best = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t end = i;
    while (end < rows.size() && busbw(series, rows[end]) < collapse * best) ++end;
    if (rows[i].size >= (4 << 20) && end > i && (end == rows.size() || end - i >= lasting)) return i;
    best = std::max(best, busbw(series, rows[i]));
  }
  return {};
}

void judge_shape(const MeasuredSeries& series, const std::vector<Measurement>& rows, Diagnosis& d) {
  const auto at = collapse_at(series, rows);
  if (!at) return;
  double before = 0;
  for (std::size_t i = 0; i < *at; ++i) before = std::max(before, busbw(series, rows[i]));
  d.sick = true;
  const bool constant = *at + 1 < rows.size() && rows[*at + 1].us < 1.2 * rows[*at].us;
  d.reasons.push_back(
      fmt::format("at {} busbw falls to {:.0f} % of what smaller sizes reached: {}", format_size(rows[*at].size),
                  100 * busbw(series, rows[*at]) / before,
                  constant ? "the time hardly grows with the size, as with timeouts and retransmission: flow control "
                             "of the network, adaptive routing"
                           : "congestion, an oversubscribed or slow link on the way, or staging through the host"));
}

void judge_latency(const MeasuredSeries& series, const std::vector<Measurement>& rows, Diagnosis& d) {
  if (rows.front().size > small_size) return;
  d.step_us = d.floor_us / small_messages(series);
  if (*d.step_us <= slow_step_us) return;
  d.sick = true;
  d.reasons.push_back(
      fmt::format("even small messages take {:.0f} us a step: sockets on one machine, a busy proxy "
                  "thread, NUMA, or synchronisation with the host",
                  *d.step_us));
}

std::optional<double> knee(const std::vector<Measurement>& rows, double floor_us) {
  if (rows.front().size > small_size) return {};
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].us >= 2 * floor_us) {
      const double before = rows[i - 1].us, after = rows[i].us;
      const double part = std::clamp((2 * floor_us - before) / (after - before), 0.0, 1.0);
      const auto low = static_cast<double>(rows[i - 1].size), high = static_cast<double>(rows[i].size);
      return low + part * (high - low);
    }
  return {};
}

}  // namespace

Diagnosis diagnose(const MeasuredSeries& series, const std::optional<Nominal>& nominal) {
  const std::vector<Measurement> rows = one_a_size(series);
  Diagnosis d;
  d.floor_us = rows.front().us;
  for (const Measurement& row : rows) {
    d.floor_us = std::min(d.floor_us, row.us);
    d.peak_busbw = std::max(d.peak_busbw, busbw(series, row));
  }
  d.knee_bytes = knee(rows, d.floor_us);
  if (nominal && rows.back().size >= large_size) judge_bandwidth(series, *nominal, d);
  judge_shape(series, rows, d);
  judge_latency(series, rows, d);
  return d;
}

}  // namespace collsim
