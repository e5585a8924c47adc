#include "result/explanation_text.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/units.h"
#include "result/columns.h"
#include "result/explanation_parts.h"
#include "result/ledger_parts.h"

namespace collsim {
namespace {

const LedgerPart& largest_part(const Ledger& ledger) {
  return *std::max_element(ledger_parts.begin(), ledger_parts.end(),
                           [&](const LedgerPart& a, const LedgerPart& b) { return ledger.*a.time < ledger.*b.time; });
}

std::string share(const CollectiveResult& r, const LedgerPart& part) {
  return percent_text(to_seconds(r.ledger.*part.time), to_seconds(r.time()));
}

void write_sizes(const Explanation& e, std::ostream& out) {
  if (e.sizes.size() < 2) return;
  out << fmt::format("Of the {} sizes the last is explained below; -b SIZE explains another.\n", e.sizes.size());
  Columns table("rrrrrrrrl");
  table.add({"size", "time (us)", "busbw (GB/s)", "start-up", "path", "transfer", "contention", "waiting", "regime"});
  for (const SizePoint& point : e.sizes) {
    for (const CollectiveResult& r : point.collectives) {
      std::vector<std::string> row{format_size(r.size), us_text(r.time()), fmt::format("{:.2f}", r.busbw_GBps())};
      for (const LedgerPart& part : ledger_parts) row.push_back(share(r, part));
      row.emplace_back(regime(r.ledger));
      table.add(row);
    }
  }
  table.write("   ", out);
  out << '\n';
}

void write_ledger_of(const CollectiveResult& r, std::ostream& out) {
  out << fmt::format("   {} us along the critical path of {}, {} regime:\n", us_text(r.time()), r.id, regime(r.ledger));
  Columns table("lrrl");
  for (const LedgerPart& part : ledger_parts)
    table.add({part.name, us_text(r.ledger.*part.time), share(r, part), part.meaning});
  table.write("   ", out);
}

void write_ledger_table(const Explanation& e, std::ostream& out) {
  Columns table("llrrrrrrrl");
  table.add(
      {"", "operation", "start (us)", "time (us)", "start-up", "path", "transfer", "contention", "waiting", "regime"});
  for (const OperationExplanation& o : e.operations) {
    const CollectiveResult& r = o.result;
    std::vector<std::string> row{o.decisive ? "*" : "", r.id, us_text(r.start), us_text(r.time())};
    for (const LedgerPart& part : ledger_parts) row.push_back(share(r, part));
    row.emplace_back(regime(r.ledger));
    table.add(row);
  }
  table.write("   ", out);
  out << "   * these decide the makespan and are told in full; --json has all.\n";
}

std::string chain_text(const Explanation& e) {
  std::string text;
  for (const std::string& id : e.chain) text += (text.empty() ? "" : ", then ") + id;
  return text;
}

void tell_operation(const OperationExplanation& o, std::ostream& out) {
  const CollectiveResult& r = o.result;
  const LedgerPart& part = largest_part(r.ledger);
  out << fmt::format("   {}: {} of {} by {} on {} takes {} us, a busbw of {:.2f} GB/s.\n", r.id, to_string(r.op),
                     format_size(r.size), r.algorithm, count_text(r.ranks(), "rank"), us_text(r.time()),
                     r.busbw_GBps());
  if (r.time() > Duration{})
    out << fmt::format("      {} of that is {}: {}.\n", share(r, part), part.name, part.meaning);
  if (const StepUse* worst = worst_step(o))
    out << fmt::format("      Contention is worst in {}, which takes {:.2f} times as long as alone: {}.\n",
                       StepNames(o).of(worst->cell), worst->factor(), meeting_text(*worst));
  if (std::string_view(regime(r.ledger)) == "latency" && o.path.size() > 1)
    out << fmt::format(
        "      The {} messages of its critical path pay their fixed cost one after another: fewer steps would "
        "help, faster links hardly.\n",
        o.path.size());
  if (o.bound.time() > Duration{})
    out << fmt::format(
        "      No algorithm can do it in less than {} us here; this takes {:.2f} times that. What binds: {}.\n",
        us_text(o.bound.time()), ratio(r.time(), o.bound.time()), bound_text(o.bound.bounds.front()));
}

void tell_links(const Explanation& e, std::ostream& out) {
  if (!e.busiest.empty()) {
    const LinkResult& l = e.busiest.front().link;
    out << fmt::format("   The busiest link is {}, {} used over the run, at most {} at once.\n", l.id,
                       percent_text(l.utilization, 1), count_text(l.peak_flows, "flow"));
  }
  const Duration base = e.run.makespan;
  if (const SensitivityRow* r = hurts_most(e))
    out << fmt::format("   Halving {}{} hurts most: {}.\n", r->link,
                       r->alike > 1 ? fmt::format(" (or any of {} alike)", r->alike) : "",
                       r->halved == SensitivityRow::never
                           ? "the run then cannot finish"
                           : fmt::format("{:+.1f} %", 100 * (ratio(r->halved, base) - 1)));
  const SensitivityRow* helps = helps_most(e);
  const auto together = e.sensitivity ? e.sensitivity->together : std::nullopt;
  if (together && together->doubled < (helps != nullptr ? helps->all_doubled : base))
    out << fmt::format("   Doubling the {} links about as busy as the busiest helps most: {:+.1f} %.\n",
                       together->links, 100 * (ratio(together->doubled, base) - 1));
  else if (helps != nullptr)
    out << fmt::format("   Doubling {} helps most: {:+.1f} %.\n",
                       helps->alike > 1 ? fmt::format("all {} links like {}", helps->alike, helps->link) : helps->link,
                       100 * (ratio(helps->all_doubled, base) - 1));
  else if (e.sensitivity)
    out << "   No kind of link that was tried makes it faster when doubled.\n";
}

/// Numbered headings.
class Sections {
 public:
  explicit Sections(std::ostream& out) : out_(out) {}
  std::ostream& begin(const std::string& title) { return out_ << '\n' << ++number_ << ". " << title << '\n'; }

 private:
  std::ostream& out_;
  int number_ = 0;
};

void write_operation_sections(const OperationExplanation& o, Sections& sections) {
  const std::string of = " of " + o.result.id;
  write_path(o, sections.begin("The critical path" + of));
  write_steps(o, sections.begin("Contention in the steps" + of));
  if (!o.crossings.empty()) write_crossings(o, sections.begin("Where the rings" + of + " cross the network"));
}

}  // namespace

void write_in_short(const Explanation& e, std::ostream& out) {
  out << "In short\n";
  if (e.operations.empty()) out << "   No collective: only background flows.\n";
  if (e.operations.size() > 1)
    out << fmt::format("   All is done at {} us: {}.\n", us_text(e.run.makespan), chain_text(e));
  for (const OperationExplanation& o : e.operations)
    if (o.decisive) tell_operation(o, out);
  tell_links(e, out);
}

void write_ledgers_of(const Explanation& e, std::ostream& out) {
  if (e.operations.size() == 1)
    write_ledger_of(e.operations.front().result, out);
  else
    write_ledger_table(e, out);
}

void write_explanation(const Explanation& e, std::ostream& out) {
  out << fmt::format("{} on {}\n\n", e.scenario, e.topology);
  write_sizes(e, out);
  write_in_short(e, out);
  Sections sections(out);
  if (!e.operations.empty()) write_ledgers_of(e, sections.begin("Where the time goes"));
  if (!e.recorded)
    out << fmt::format(
        "\n   {} messages are more than the {} that are followed one by one: no critical path, steps,\n"
        "   users of links or traffic between chips below.\n",
        e.messages, e.most_messages);
  for (const OperationExplanation& o : e.operations)
    if (o.decisive && e.recorded) write_operation_sections(o, sections);
  write_busiest(e, sections.begin("The busiest links"));
  write_traffic(e, sections.begin("Where the bytes go"));
  if (e.sensitivity) write_sensitivity(e, sections.begin("What other links would change"));
  for (const OperationExplanation& o : e.operations)
    if (o.decisive) write_bound(o, sections.begin("How fast " + o.result.id + " could be"));
}

}  // namespace collsim
