#include <algorithm>

#include <fmt/format.h>

#include "result/columns.h"
#include "result/explanation_parts.h"

namespace collsim {
namespace {

// A path of more stretches is told from both its ends.
constexpr std::size_t kMostStretches = 24, kShownFirst = 16, kShownLast = 4;
constexpr std::size_t kMostStepRows = 20;

/// `3.00 start-up + 0.30 path + 12.10 transfer`, without the parts that are 0.
std::string parts_text(const Ledger& parts) {
  std::string text;
  const auto add = [&](Duration part, const char* name) {
    if (part > Duration{}) text += fmt::format("{}{} {}", text.empty() ? "" : " + ", us_text(part), name);
  };
  add(parts.startup, "start-up");
  add(parts.path, "path");
  add(parts.transfer, "transfer");
  add(parts.contention, "contention");
  add(parts.waiting, "waiting");
  return text.empty() ? "0" : text;
}

std::string way_text(const PathHop& hop) {
  constexpr std::size_t most = 8;
  const std::size_t shown = std::min(hop.links.size(), most);
  std::string text = hop.spread ? "spread over " : "over ";
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + hop.links[i];
  if (hop.links.size() > shown) text += fmt::format(" and {} more", hop.links.size() - shown);
  return text;
}

std::string who_text(const PathStretch& s) {
  std::string pair = fmt::format("{} → {}", s.first.from_chip, s.first.to_chip);
  if (s.hops == 1) return pair;
  if (s.same_pair) return fmt::format("{} times the same hop {}", s.hops, pair);
  return fmt::format("{} hops alike, from {} to {} → {}", s.hops, pair, s.last.from_chip, s.last.to_chip);
}

void write_stretch(const PathStretch& s, const StepNames& names, Duration whole, std::ostream& out) {
  const PathHop& hop = s.first;
  const bool several = s.hops > 1 && !s.same_pair;
  out << fmt::format("   {}: {}, {}{} {}", names.of(hop.cell, s.last.cell), who_text(s),
                     bytes_text(static_cast<double>(hop.bytes)), s.hops > 1 ? " each" : "", way_text(hop));
  if (!hop.bottleneck.empty()) out << "; bound by " << hop.bottleneck;
  if (several) out << " (the first of them)";
  if (hop.until_left) out << "; what follows waits for it to have left";
  out << '\n';
  out << fmt::format("      {}{} = {} us", s.hops > 1 ? "each " : "", parts_text(hop.parts),
                     us_text(hop.parts.total()));
  if (s.hops > 1) out << fmt::format("; together {} us", us_text(s.parts.total()));
  out << fmt::format(" ({})\n", percent_text(to_seconds(s.parts.total()), to_seconds(whole)));
}

/// Steps in a row that look the same.
struct StepRow {
  const StepUse* first;
  const StepUse* last;
  std::int64_t count;
  Duration lost;
};

bool close(Duration a, Duration b) {
  const Duration apart = a < b ? b - a : a - b;
  return apart * 1000 <= std::max(a, b);
}

bool alike(const StepUse& a, const StepUse& b) {
  return a.phase == b.phase && a.messages == b.messages && a.most == b.most && close(a.time, b.time) &&
         close(a.ideal, b.ideal) && a.met_step == b.met_step && a.met_operation == b.met_operation &&
         a.met_others == b.met_others;
}

std::vector<StepRow> rows_of(const std::vector<StepUse>& steps) {
  std::vector<StepRow> rows;
  for (const StepUse& step : steps) {
    if (rows.empty() || !alike(*rows.back().last, step)) rows.push_back({&step, &step, 0, {}});
    rows.back().last = &step;
    ++rows.back().count;
    rows.back().lost += step.time - step.ideal;
  }
  return rows;
}

/// Those that lose most, in their order.
std::vector<StepRow> costliest(std::vector<StepRow> rows) {
  if (rows.size() <= kMostStepRows) return rows;
  std::vector<StepRow> by_lost = rows;
  std::stable_sort(by_lost.begin(), by_lost.end(), [](const StepRow& a, const StepRow& b) { return a.lost > b.lost; });
  const Duration least = by_lost[kMostStepRows - 1].lost;
  std::vector<StepRow> kept;
  for (const StepRow& row : rows)
    if (row.lost >= least && kept.size() < kMostStepRows) kept.push_back(row);
  return kept;
}

std::string bytes_range(const StepUse& step) {
  const std::string most = bytes_text(static_cast<double>(step.most));
  return step.least == step.most ? most : bytes_text(static_cast<double>(step.least)) + " – " + most;
}

std::string met_text(const StepUse& step) {
  std::string text = std::to_string(step.met_step);
  if (step.met_operation > 0) text += fmt::format(" + {}", step.met_operation);
  if (step.met_others > 0) text += fmt::format(" + {} of others", step.met_others);
  return text;
}

Columns step_table(const std::vector<StepRow>& rows, const StepNames& names) {
  Columns table("lrrrrrlr");
  table.add({"step", "messages", "bytes each", "time (us)", "alone (us)", "factor", "bound by", "met there"});
  for (const StepRow& row : rows) {
    const StepUse& s = *row.first;
    const std::string name = row.count == 1 ? names.of_step(s.phase, s.step)
                                            : fmt::format("{} – {} ({} steps)", names.of_step(s.phase, s.step),
                                                          row.last->step + 1, row.count);
    const bool one_link = s.link == row.last->link;
    table.add({name, std::to_string(s.messages), bytes_range(s), us_text(s.time), us_text(s.ideal),
               times_text(s.factor()),
               s.link.empty() ? "-"
               : one_link     ? s.link
                              : s.link + " …",
               met_text(s)});
  }
  return table;
}

}  // namespace

void write_path(const OperationExplanation& operation, std::ostream& out) {
  const auto& stretches = operation.stretches;
  if (operation.path.empty()) {
    out << "   No message: nothing had to be moved.\n";
    return;
  }
  const StepNames names(operation);
  const Duration whole = operation.result.time();
  out << fmt::format("   The last delivery, and back from it what released each message: {}.\n",
                     count_text(static_cast<std::int64_t>(operation.path.size()), "hop"));
  const bool all = stretches.size() <= kMostStretches;
  Duration left_out{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    if (all || i < kShownFirst || i + kShownLast >= stretches.size()) {
      if (count > 0) {
        out << fmt::format("   … {} kinds of hops more, {} us ({}); --json has them all\n", count, us_text(left_out),
                           percent_text(to_seconds(left_out), to_seconds(whole)));
        count = 0;
      }
      write_stretch(stretches[i], names, whole, out);
      continue;
    }
    ++count;
    left_out += stretches[i].parts.total();
  }
  Duration sum{};
  for (const PathHop& hop : operation.path) sum += hop.parts.total();
  if (sum != whole)
    out << fmt::format("   then waiting until the last rank had entered: {} us\n", us_text(whole - sum));
  out << fmt::format("   All hops: {} us, the operation's time.\n", us_text(whole));
}

void write_steps(const OperationExplanation& operation, std::ostream& out) {
  if (operation.steps.empty()) return;
  const StepNames names(operation);
  const StepUse* worst = worst_step(operation);
  if (worst == nullptr) {
    out << fmt::format("   None: in all {} each message moves as fast as its operation's own ports let it.\n",
                       count_text(static_cast<std::int64_t>(operation.steps.size()), "step"));
    return;
  }
  const std::vector<StepRow> all = rows_of(operation.steps), rows = costliest(all);
  out << "   The slowest message of each step, and what it would take if its operation had the network to itself and\n"
         "   met itself only at its own ports.\n";
  step_table(rows, names).write("   ", out);
  if (rows.size() < all.size()) out << fmt::format("   … and {} rows that lose less\n", all.size() - rows.size());
  out << fmt::format("   Worst: {} takes {} us instead of {}. {} → {} is its slowest message; {}.\n",
                     names.of(worst->cell), us_text(worst->time), us_text(worst->ideal), worst->from_chip,
                     worst->to_chip, meeting_text(*worst));
}

}  // namespace collsim
