#include "result/comparison_writer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "result/columns.h"
#include "result/ledger_parts.h"
#include "result/text.h"

namespace collsim {
namespace {

std::string us(Duration time) { return fixed(to_microseconds(time), 2); }

std::string how_much(const CollectiveChange& change) {
  const Duration difference = change.difference();
  if (difference == Duration::zero()) return "the same time";
  if (change.before->time() == Duration::zero()) return "now takes time";
  const double share = static_cast<double>(difference.count()) / static_cast<double>(change.before->time().count());
  return fmt::format("{} % {}", fixed(100 * std::abs(share), 1), share > 0 ? "longer" : "shorter");
}

void write_parts(const CollectiveChange& change, std::ostream& out) {
  Columns table("lrrr");
  table.add({"", "before (us)", "after (us)", "difference"});
  const auto add = [&](const char* name, Duration before, Duration after) {
    table.add({name, us(before), us(after), fmt::format("{:+.2f}", to_microseconds(after - before))});
  };
  for (const LedgerPart& part : ledger_parts)
    add(part.name, change.before->ledger.*part.time, change.after->ledger.*part.time);
  add("time", change.before->time(), change.after->time());
  table.write("    ", out);
}

void write_change(const CollectiveChange& change, std::ostream& out) {
  out << fmt::format("{} ({}): {} us before, {} us after, {}\n", change.before->id, format_size(change.before->size),
                     us(change.before->time()), us(change.after->time()), how_much(change));
  const std::vector<std::string> why = reasons(change);
  for (const std::string& reason : why) out << "  " << reason << '\n';
  if (change.before->ledger.total() != change.after->ledger.total() || !why.empty()) write_parts(change, out);
}

std::string percent_of(double share) { return fixed(100 * share, 1) + " %"; }

void write_links(const Comparison& comparison, std::size_t top, std::ostream& out) {
  if (comparison.links.empty()) return;
  const std::size_t shown = std::min(top, comparison.links.size());
  out << fmt::format("links whose use changed{}{}, {} of {}:\n", comparison.about.empty() ? "" : " ", comparison.about,
                     shown, comparison.links.size());
  Columns table("lrrrrrr");
  table.add({"", "used before", "after", "bytes before", "after", "capacity before", "after"});
  const auto capacity = [](const LinkResult& link) {
    return link.capacity > 0 ? format_bandwidth(link.capacity) : "-";
  };
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [id, before, after] = comparison.links[i];
    table.add({id, percent_of(before.utilization), percent_of(after.utilization), std::to_string(before.bytes),
               std::to_string(after.bytes), capacity(before), capacity(after)});
  }
  table.write("    ", out);
}

void write_lone(const std::vector<const CollectiveResult*>& lone, const std::string& file, std::ostream& out) {
  for (const CollectiveResult* c : lone)
    out << fmt::format("{} ({}) is in {} only\n", c->id, format_size(c->size), file);
}

}  // namespace

void write_comparison(const Compared& compared, const Comparison& comparison, std::size_t top, std::ostream& out) {
  out << fmt::format("before: {}, scenario {}, seed {}\nafter:  {}, scenario {}, seed {}\n", compared.before_file,
                     compared.before.scenario, compared.before.seed, compared.after_file, compared.after.scenario,
                     compared.after.seed);
  for (const CollectiveChange& change : comparison.collectives) write_change(change, out);
  write_lone(comparison.only_before, compared.before_file, out);
  write_lone(comparison.only_after, compared.after_file, out);
  write_links(comparison, top, out);
}

}  // namespace collsim
