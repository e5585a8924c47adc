#include <fmt/format.h>

#include "base/units.h"
#include "result/columns.h"
#include "result/explanation_parts.h"

namespace collsim {
namespace {

const char* name_of(Bound::Kind kind) {
  switch (kind) {
    case Bound::Kind::latency:
      return "latency";
    case Bound::Kind::port_out:
      return "a chip's way out";
    case Bound::Kind::port_in:
      return "a chip's way in";
    case Bound::Kind::all_ports:
      return "all chips' ways out";
    case Bound::Kind::cut:
      return "a cut";
  }
  return "";
}

std::string change_text(Duration time, Duration base) {
  if (time == SensitivityRow::never) return "cannot finish";
  const double change = 100 * (ratio(time, base) - 1);
  return fmt::format("{} ({:+.1f} %)", us_text(time), std::abs(change) < 0.05 ? 0.0 : change);
}

}  // namespace

void write_bound(const OperationExplanation& operation, std::ostream& out) {
  const LowerBound& bound = operation.bound;
  if (bound.time() <= Duration{}) {
    out << "   Nothing to bound it: no byte has to move.\n";
    return;
  }
  out << fmt::format("   {} cannot take less than {} us here, whatever the algorithm{}. It takes {} times that.\n",
                     to_string(operation.result.op), us_text(bound.time()),
                     bound.in_network ? " and with switches that add up and copy" : "",
                     fmt::format("{:.3f}", ratio(operation.result.time(), bound.time())));
  Columns table("lrl");
  for (const Bound& b : bound.bounds) table.add({name_of(b.kind), us_text(b.time) + " us", bound_text(b)});
  table.write("   ", out);
  if (bound.sampled) out << "   Of many chips and groups some were looked at: the true bound may be higher.\n";
  if (bound.with_switches)
    out << fmt::format("   With the help of switches that add up and copy it would be {} us ({}).\n",
                       us_text(bound.with_switches->time), bound_text(*bound.with_switches));
}

void write_sensitivity(const Explanation& e, std::ostream& out) {
  const Sensitivity& s = *e.sensitivity;
  const Duration base = e.run.makespan;
  if (s.rows.empty() || base <= Duration{}) {
    out << "   No link was used.\n";
    return;
  }
  out << fmt::format(
      "   The run of {} us again, with one link at half its bandwidth, at double, and with all alike at "
      "double,\n   both directions, routes unchanged. Tried: {} of {} kinds of used links, busiest first.\n",
      us_text(base), s.rows.size(), s.classes);
  Columns table("lrlrrrr");
  table.add({"link", "alike", "tier", "used", "one halved (us)", "one doubled (us)", "all alike doubled (us)"});
  for (const SensitivityRow& r : s.rows)
    table.add({r.link, std::to_string(r.alike), to_string(r.tier), percent_text(r.utilization, 1),
               change_text(r.halved, base), change_text(r.doubled, base), change_text(r.all_doubled, base)});
  table.write("   ", out);
  if (s.together)
    out << fmt::format("   All {} links that are at least 90 % as busy as the busiest, doubled together: {}.\n",
                       s.together->links, change_text(s.together->doubled, base));
}

}  // namespace collsim
