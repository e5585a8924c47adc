#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "result/comparison.h"
#include "result/ledger_parts.h"
#include "result/text.h"

namespace collsim {
namespace {

struct Part {
  const LedgerPart* part;
  Duration difference;
};

std::string signed_us(Duration time) { return fmt::format("{:+.2f} us", to_microseconds(time)); }

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

/// Those that differ, the largest first.
std::vector<Part> changed_parts(const CollectiveChange& change) {
  std::vector<Part> parts;
  for (const LedgerPart& part : ledger_parts) {
    const Duration difference = change.after->ledger.*part.time - change.before->ledger.*part.time;
    if (difference != Duration::zero()) parts.push_back({&part, difference});
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::abs(a.difference.count()) > std::abs(b.difference.count());
  });
  return parts;
}

void tell_parts(const CollectiveChange& change, std::vector<std::string>& out) {
  const std::vector<Part> parts = changed_parts(change);
  if (parts.empty()) return;
  std::string text = fmt::format("{} changed most: {} of {} ({})", parts[0].part->name, signed_us(parts[0].difference),
                                 signed_us(change.difference()), parts[0].part->meaning);
  for (std::size_t i = 1; i < parts.size(); ++i)
    text += fmt::format("{}{} {}", i == 1 ? "; " : ", ", parts[i].part->name, signed_us(parts[i].difference));
  out.push_back(std::move(text));
}

template <class T>
void tell_if_other(const char* what, const T& before, const T& after, std::vector<std::string>& out) {
  if (before != after) out.push_back(fmt::format("{}: {} instead of {}", what, after, before));
}

std::string chosen_by(const CollectiveResult& c) {
  return c.chosen ? fmt::format("{} (chosen by {})", c.algorithm, c.chosen->by) : c.algorithm;
}

void tell_facts(const CollectiveResult& before, const CollectiveResult& after, std::vector<std::string>& out) {
  tell_if_other("operation", std::string(to_string(before.op)), std::string(to_string(after.op)), out);
  tell_if_other("size", format_size(before.size), format_size(after.size), out);
  tell_if_other("ranks", before.ranks(), after.ranks(), out);
  if (before.algorithm != after.algorithm) tell_if_other("algorithm", chosen_by(before), chosen_by(after), out);
  tell_if_other("channels", before.channels, after.channels, out);
  tell_if_other("chunks", before.chunks, after.chunks, out);
  tell_if_other("steps", before.steps, after.steps, out);
  tell_if_other("messages", before.flows, after.flows, out);
  tell_if_other("regime", std::string(regime(before.ledger)), std::string(regime(after.ledger)), out);
  if (after.ledger.waiting != before.ledger.waiting)
    tell_if_other("last to arrive", fmt::format("rank {}", before.last_arriver),
                  fmt::format("rank {}", after.last_arriver), out);
}

const LinkResult* find_link(const RunResult& run, const std::string& id) {
  const auto found = std::find_if(run.links.begin(), run.links.end(), [&](const LinkResult& l) { return l.id == id; });
  return found == run.links.end() ? nullptr : &*found;
}

std::string used(const RunResult& run, const std::string& id) {
  if (id.empty()) return "none";
  const LinkResult* link = find_link(run, id);
  return link == nullptr ? id : fmt::format("{} ({} used)", id, percent(link->utilization));
}

void tell_same_bottleneck(const LinkResult& before, const LinkResult& after, std::vector<std::string>& out) {
  std::string text;
  const auto add = [&text](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  if (before.capacity != after.capacity)
    add(format_bandwidth(after.capacity) + " instead of " + format_bandwidth(before.capacity));
  if (before.utilization != after.utilization)
    add(percent(after.utilization) + " used instead of " + percent(before.utilization));
  if (before.bytes != after.bytes) add(fmt::format("{} bytes instead of {}", after.bytes, before.bytes));
  if (before.peak_flows != after.peak_flows)
    add(fmt::format("at most {} flows at once instead of {}", after.peak_flows, before.peak_flows));
  if (!text.empty()) out.push_back("the bottleneck is still " + after.id + ": " + text);
}

void tell_bottleneck(const CollectiveChange& change, std::vector<std::string>& out) {
  const std::string &before = change.before->bottleneck_link, &after = change.after->bottleneck_link;
  if (before != after) {
    out.push_back("the bottleneck moved from " + used(*change.run_before, before) + " to " +
                  used(*change.run_after, after));
    return;
  }
  const LinkResult* a = find_link(*change.run_before, before);
  const LinkResult* b = find_link(*change.run_after, after);
  if (a != nullptr && b != nullptr) tell_same_bottleneck(*a, *b, out);
}

}  // namespace

std::vector<std::string> reasons(const CollectiveChange& change) {
  std::vector<std::string> out;
  tell_parts(change, out);
  tell_facts(*change.before, *change.after, out);
  tell_bottleneck(change, out);
  return out;
}

}  // namespace collsim
