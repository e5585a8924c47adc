#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "result/columns.h"
#include "result/explanation_parts.h"

namespace collsim {
namespace {

const char* kind_name(NodeKind kind) { return to_string(kind); }

std::string users_text(const BusyLink& busy) {
  std::string text;
  const auto whole = static_cast<double>(busy.link.bytes);
  for (const LinkFlows& f : busy.flows) {
    const std::string who = f.to.empty() ? "all from " + f.from : f.from + "→" + f.to;
    const std::string steps =
        f.steps.empty() ? "" : (f.steps.find("–") == std::string::npos ? " step " : " steps ") + f.steps;
    text += fmt::format("{}{}{} {} {}", text.empty() ? "" : "; ", f.operation, steps, who,
                        percent_text(static_cast<double>(f.bytes), whole));
  }
  if (busy.more_flows > 0)
    text += fmt::format("; {} more {}", busy.more_flows, percent_text(static_cast<double>(busy.more_bytes), whole));
  return text;
}

std::string capacity_range(const LinkClass& c) {
  const std::string most = format_bandwidth(c.most_capacity);
  return c.least_capacity == c.most_capacity ? most : format_bandwidth(c.least_capacity) + " – " + most;
}

void write_classes(const Explanation& e, std::ostream& out) {
  out << "   Links by kind. A message counts on every link of its way.\n";
  Columns table("llrrrrrr");
  table.add({"tier", "from -> to", "links", "each", "bytes in all", "most on one", "most used", "most flows"});
  for (const LinkClass& c : e.classes)
    table.add({to_string(c.tier), fmt::format("{} -> {}", kind_name(c.from), kind_name(c.to)), std::to_string(c.links),
               capacity_range(c), bytes_text(static_cast<double>(c.bytes)),
               bytes_text(static_cast<double>(c.most_bytes)), percent_text(c.peak_utilization, 1),
               std::to_string(c.peak_flows)});
  table.write("   ", out);
}

void write_tiers(const OperationExplanation& operation, std::ostream& out) {
  const CollectiveResult& r = operation.result;
  Bytes all = 0;
  for (const TierTraffic& t : operation.tiers) all += t.bytes;
  if (all == 0) return;
  out << fmt::format("   {} sends {} between chips:", r.id, bytes_text(static_cast<double>(all)));
  const char* separator = " ";
  for (const TierTraffic& t : operation.tiers) {
    out << fmt::format("{}{} ({}) reaches {}", separator, bytes_text(static_cast<double>(t.bytes)),
                       percent_text(static_cast<double>(t.bytes), static_cast<double>(all)), to_string(t.tier));
    separator = ", ";
  }
  out << ".\n";
  const NodeTraffic& n = operation.nodes;
  if (n.out == 0 || r.time() <= Duration{}) return;
  out << fmt::format(
      "   {} of it leave a node: at most {} leave one ({}) and {} enter one ({}). That is {:.2f} GB/s a chip beside a "
      "busbw of {:.2f} GB/s.\n",
      bytes_text(static_cast<double>(n.out)), bytes_text(static_cast<double>(n.most_out)), n.most_out_node,
      bytes_text(static_cast<double>(n.most_in)), n.most_in_node,
      static_cast<double>(n.out) / r.ranks() / to_seconds(r.time()) / 1e9, r.busbw_GBps());
}

void write_matrix(const TrafficMatrix& m, std::ostream& out) {
  const std::size_t n = m.names.size();
  if (n < 2) return;
  out << fmt::format("   Who sends to whom, by {}, payload of all operations; rows send.\n", m.by);
  Columns table("l" + std::string(n, 'r'));
  const bool short_heads = n > 8;
  std::vector<std::string> heads{""};
  for (std::size_t i = 0; i < n; ++i) heads.push_back(short_heads ? fmt::format("[{}]", i) : m.names[i]);
  table.add(heads);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::string> row{short_heads ? fmt::format("[{}] {}", i, m.names[i]) : m.names[i]};
    for (std::size_t j = 0; j < n; ++j)
      row.push_back(m.at(i, j) == 0 ? "." : bytes_text(static_cast<double>(m.at(i, j))));
    table.add(row);
  }
  table.write("   ", out);
  if (m.in_network > 0)
    out << fmt::format("   Besides {} in messages that switches add up or copy on the way.\n",
                       bytes_text(static_cast<double>(m.in_network)));
}

}  // namespace

void write_busiest(const Explanation& e, std::ostream& out) {
  if (e.busiest.empty()) {
    out << "   No link carried anything.\n";
    return;
  }
  Columns table("lrlrrrl");
  table.add({"link", "used", "tier", "bandwidth", "bytes", "most flows", e.recorded ? "who (share of its bytes)" : ""});
  for (const BusyLink& b : e.busiest)
    table.add({b.link.id, percent_text(b.link.utilization, 1), to_string(b.link.tier),
               format_bandwidth(b.link.capacity), bytes_text(static_cast<double>(b.link.bytes)),
               std::to_string(b.link.peak_flows), users_text(b)});
  table.write("   ", out);
  if (e.as_busy > 0)
    out << fmt::format("   {} are as busy as the first.\n",
                       count_text(static_cast<std::int64_t>(e.as_busy), "further link"));
}

void write_traffic(const Explanation& e, std::ostream& out) {
  for (const OperationExplanation& operation : e.operations)
    if (operation.decisive) write_tiers(operation, out);
  write_classes(e, out);
  if (e.recorded) write_matrix(e.matrix, out);
}

void write_crossings(const OperationExplanation& operation, std::ostream& out) {
  const auto& crossings = operation.crossings;
  for (const RingCrossing& c : crossings) {
    out << fmt::format(
        "   {}, chips that share {}: {} leave their group {} in all, at most {} from one ({}); {} would do",
        count_text(c.groups, "group"), c.by == "switch" ? "a switch" : c.by,
        c.rings == 1 ? "the ring" : fmt::format("{} rings", c.rings), count_text(c.crossings, "time"), c.most,
        c.most_group, c.least());
    out << (c.crossings > c.least() ? ": a ring that finishes one group before the next crosses less.\n" : ".\n");
  }
  std::string links;
  for (const RingLink& l : operation.ring_links)
    links += fmt::format("{}{} ({})", links.empty() ? "" : ", ", l.link, l.crossings);
  out << "   Of each round most hops cross " << links << ".\n";
}

}  // namespace collsim
