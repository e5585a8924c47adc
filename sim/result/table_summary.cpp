#include "result/table_summary.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/units.h"
#include "result/ledger_parts.h"
#include "result/text.h"

namespace collsim {
namespace {

std::string percent(Duration part, Duration whole) {
  if (whole == Duration::zero()) return "-";
  return fixed(100 * static_cast<double>(part.count()) / static_cast<double>(whole.count()), 1) + " %";
}

std::string microseconds(Duration time) { return fixed(to_microseconds(time), 2); }

void write_ledger(const CollectiveResult& c, std::ostream& out) {
  out << "# Where the " << microseconds(c.time()) << " us of " << c.id << " went, along its critical path ("
      << regime(c.ledger) << " regime):\n";
  for (const LedgerPart& part : ledger_parts)
    out << "#   " << left_aligned(part.name, 10) << right_aligned(microseconds(c.ledger.*part.time), 14) << " us"
        << right_aligned(percent(c.ledger.*part.time, c.time()), 9) << "   " << part.meaning << '\n';
}

std::string ledger_line(std::string_view id, std::size_t width, const std::array<std::string, 7>& fields) {
  std::string line = "#   " + left_aligned(id, width);
  for (const std::string& field : fields) line += right_aligned(field, 12);
  return line + '\n';
}

/// One line a collective, in per cent.
void write_ledgers(const std::vector<CollectiveResult>& collectives, std::ostream& out) {
  std::size_t width = 2;
  for (const CollectiveResult& c : collectives) width = std::max(width, c.id.size());
  out << "# Where the time went, along the critical path of each:\n"
      << ledger_line("id", width, {"time (us)", "start-up", "path", "transfer", "contention", "waiting", "regime"});
  for (const CollectiveResult& c : collectives) {
    std::array<std::string, 7> fields{microseconds(c.time())};
    for (std::size_t i = 0; i < ledger_parts.size(); ++i)
      fields[i + 1] = percent(c.ledger.*ledger_parts[i].time, c.time());
    fields.back() = regime(c.ledger);
    out << ledger_line(c.id, width, fields);
  }
}

void write_last_arriver(const CollectiveResult& c, std::ostream& out) {
  if (c.per_rank.empty()) return;
  const RankResult& last = c.per_rank[static_cast<std::size_t>(c.last_arriver)];
  if (last.enter <= c.start) return;
  out << "# Last to enter " << c.id << ": rank " << c.last_arriver << " (" << last.chip << "), "
      << microseconds(last.enter - c.start) << " us after its start\n";
}

void write_busiest_link(const std::vector<LinkResult>& links, std::ostream& out) {
  const auto busiest = std::max_element(links.begin(), links.end(), [](const LinkResult& a, const LinkResult& b) {
    return a.utilization < b.utilization;
  });
  if (busiest == links.end() || busiest->wire_bytes <= 0) return;
  out << "# Busiest link: " << busiest->id << " (" << to_string(busiest->tier) << ", "
      << format_bandwidth(busiest->capacity) << "), " << fixed(100 * busiest->utilization, 1)
      << " % used over the makespan, at most " << busiest->peak_flows << (busiest->peak_flows == 1 ? " flow" : " flows")
      << " at once\n";
}

}  // namespace

void write_summary(const RunResult& run, std::ostream& out) {
  if (run.collectives.size() == 1) write_ledger(run.collectives.front(), out);
  if (run.collectives.size() > 1) write_ledgers(run.collectives, out);
  for (const CollectiveResult& collective : run.collectives) write_last_arriver(collective, out);
  write_busiest_link(run.links, out);
}

void write_routing(const Result& result, std::ostream& out) {
  if (!result.routing) return;
  const RoutingUse& use = *result.routing;
  out << "# Routing: " << use.routing;
  if (!use.hash.empty()) out << ", hash by " << use.hash << ", seed " << result.seed;
  if (!use.striping.empty()) out << ", striping " << use.striping;
  if (use.stated > 0) out << ", " << use.stated << (use.stated == 1 ? " stated route" : " stated routes");
  out << '\n';
}

void write_repeats(const Result& result, std::ostream& out) {
  if (!result.repeats) return;
  const auto last = result.seed + static_cast<std::uint64_t>(result.repeats->count - 1);
  out << "# Times with seeds " << result.seed << " to " << last << ":\n";
  for (const SeedSpread& s : result.repeats->collectives) {
    out << "#   " << s.id << (result.swept ? ", " + format_size(s.size) : "") << ": mean " << fixed(s.mean_us, 2)
        << ", best " << microseconds(s.best) << ", p50 " << microseconds(s.p50) << ", p99 " << microseconds(s.p99)
        << ", worst " << microseconds(s.worst) << " us (seed " << s.worst_seed << ")\n";
  }
}

void write_makespan(const RunResult& run, std::ostream& out) {
  if (run.collectives.size() < 2) return;
  out << "# All done at " << microseconds(run.makespan) << " us (makespan)\n";
}

void write_operations(const std::vector<CollectiveResult>& collectives, std::ostream& out) {
  if (collectives.empty()) return;
  const CollectiveResult& first = collectives.front();
  if (collectives.size() > 1)
    out << "# " << collectives.size() << " collectives\n";
  else
    out << "# " << first.id << ": " << to_string(first.op) << " by "
        << (first.chosen ? "auto (" + first.chosen->by + ')' : first.algorithm) << " on " << first.ranks()
        << (first.ranks() == 1 ? " rank\n" : " ranks\n");
}

}  // namespace collsim
