#include "study/effective_bandwidths.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "base/error.h"

namespace collsim {
namespace {

ParallelGroup group_of_table(Op op, int nodes) {
  if (op == Op::all_to_all) return ParallelGroup::expert;
  return nodes > 1 ? ParallelGroup::data : ParallelGroup::tensor;
}

EffectiveBandwidth effective(const MeasuredLog& log, const MeasuredSeries& series) {
  const auto stated = [&](const auto& value, const char* what) {
    if (!value) throw InputError({{log.file, {}, fmt::format("does not say {}: state it as # {}: ...", what, what)}});
    return *value;
  };
  EffectiveBandwidth found;
  found.op = stated(series.op, "collective");
  found.ranks = stated(series.ranks, "ranks");
  found.nodes = stated(series.nodes, "nodes");
  found.group = group_of_table(found.op, found.nodes);
  found.file = log.file;
  const double factor = busbw_factor(found.op, found.ranks);
  for (const Measurement& row : series.rows) {
    if (row.size == 0) continue;
    found.busbw = std::max(found.busbw, factor * static_cast<double>(row.size) / row.us * 1e6);
    if (found.floor_us == 0 || row.us < found.floor_us) found.floor_us = row.us;
  }
  return found;
}

}  // namespace

const char* to_string(ParallelGroup group) {
  switch (group) {
    case ParallelGroup::tensor:
      return "tensor";
    case ParallelGroup::data:
      return "data";
    case ParallelGroup::expert:
      break;
  }
  return "expert";
}

std::vector<EffectiveBandwidth> effective_bandwidths(const MeasuredLog& log) {
  std::vector<EffectiveBandwidth> all;
  for (const MeasuredSeries& series : log.series) all.push_back(effective(log, series));
  if (all.empty()) throw InputError({{log.file, {}, "holds no table of measurements"}});
  return all;
}

void write_effective_bandwidths(const std::vector<EffectiveBandwidth>& all, std::ostream& out) {
  std::map<std::pair<Op, ParallelGroup>, const EffectiveBandwidth*> widest;
  for (const EffectiveBandwidth& e : all) {
    const EffectiveBandwidth*& kept = widest[{e.op, e.group}];
    if (kept == nullptr || e.ranks > kept->ranks) kept = &e;
  }
  out << "effective_bandwidth:   # busbw as nccl-tests defines it, at its highest, and the least time\n";
  std::optional<Op> last;
  for (const auto& [kind, e] : widest) {
    if (last != kind.first) fmt::print(out, "  {}:\n", to_string(kind.first));
    last = kind.first;
    fmt::print(out, "    {}: {{bandwidth: {:.2f} GB/s, floor: {:.2f} us}}   # {} ranks on {} node{}, {}\n",
               to_string(kind.second), e->busbw / 1e9, e->floor_us, e->ranks, e->nodes, e->nodes == 1 ? "" : "s",
               e->file);
  }
}

}  // namespace collsim
