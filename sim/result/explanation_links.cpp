#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "result/columns.h"
#include "result/explanation_parts.h"

namespace collsim {
namespace {

const char* kind_name(NodeKind kind) { return to_string(kind); }

std::string steps_text(const std::string& steps) {
  if (steps.empty()) return "";
  return (steps.find("–") == std::string::npos ? " step " : " steps ") + steps;
}

/// Where no pair stands out they are counted, else the first are named.
std::string users_text(const BusyLink& busy) {
  constexpr double stands_out = 0.05;
  const auto whole = static_cast<double>(busy.link.bytes);
  std::string text;
  const auto add = [&](const std::string& who, Bytes bytes) {
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", who, percent_text(static_cast<double>(bytes), whole));
  };
  if (busy.more_flows > 0 && static_cast<double>(busy.flows.front().bytes) < stands_out * whole) {
    for (const LinkUse& u : busy.uses)
      add(fmt::format("{}{}, {} to {}, such as {}→{},", u.operation, steps_text(u.steps), count_text(u.sources, "chip"),
                      u.destinations, u.from, u.to),
          u.bytes);
    return text;
  }
  for (const LinkFlows& f : busy.flows)
    add(f.operation + steps_text(f.steps) + ' ' + (f.to.empty() ? "all from " + f.from : f.from + "→" + f.to), f.bytes);
  if (busy.more_flows > 0) add(fmt::format("{} more", busy.more_flows), busy.more_bytes);
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
  if (n.out == 0 || n.chips_alone || r.time() <= Duration{}) return;
  out << fmt::format(
      "   {} of it leave a node: at most {} leave one ({}) and {} enter one ({}). That is {:.2f} GB/s a chip beside a "
      "busbw of {:.2f} GB/s.\n",
      bytes_text(static_cast<double>(n.out)), bytes_text(static_cast<double>(n.most_out)), n.most_out_node,
      bytes_text(static_cast<double>(n.most_in)), n.most_in_node,
      static_cast<double>(n.out) / r.ranks() / to_seconds(r.time()) / 1e9, r.busbw_GBps());
}

/// The groups that send or receive anything.
std::vector<std::size_t> taking_part(const TrafficMatrix& m) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < m.names.size(); ++i) {
    bool any = false;
    for (std::size_t j = 0; j < m.names.size(); ++j) any = any || m.at(i, j) > 0 || m.at(j, i) > 0;
    if (any) found.push_back(i);
  }
  return found;
}

void write_matrix(const TrafficMatrix& m, std::ostream& out) {
  const std::vector<std::size_t> groups = taking_part(m);
  if (groups.size() > 1) {
    out << fmt::format("   Who sends to whom, by {}, payload of all operations; rows send.\n", m.by);
    const bool numbered = groups.size() > 8;
    Columns table("l" + std::string(groups.size(), 'r'));
    std::vector<std::string> heads{""};
    for (const std::size_t j : groups) heads.push_back(numbered ? fmt::format("[{}]", j) : m.names[j]);
    table.add(heads);
    for (const std::size_t i : groups) {
      std::vector<std::string> row{numbered ? fmt::format("[{}] {}", i, m.names[i]) : m.names[i]};
      for (const std::size_t j : groups)
        row.push_back(m.at(i, j) == 0 ? "." : bytes_text(static_cast<double>(m.at(i, j))));
      table.add(row);
    }
    table.write("   ", out);
  }
  if (m.in_network > 0)
    out << fmt::format("   {} more in messages that switches add up or copy on the way.\n",
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
  if (e.as_busy > 0) out << fmt::format("   As busy as the first: {} more.\n", e.as_busy);
}

void write_traffic(const Explanation& e, std::ostream& out) {
  for (const OperationExplanation& operation : e.operations)
    if (operation.decisive) write_tiers(operation, out);
  write_classes(e, out);
  if (e.recorded) write_matrix(e.matrix, out);
}

void write_crossings(const OperationExplanation& operation, std::ostream& out) {
  for (const RingCrossing& c : operation.crossings) {
    out << fmt::format("   {} of chips that share {}. {} leave their group {} a round, {} out of {}; ",
                       count_text(c.groups, "group"), c.by == "switch" ? "a switch" : c.by,
                       c.rings == 1 ? "The ring's steps" : fmt::format("The steps of {} rings", c.rings),
                       count_text(c.crossings, "time"), c.most, c.most_group);
    out << (c.crossings > c.least()
                ? fmt::format("{} would do: a ring that ends with one group before the next crosses less.\n", c.least())
                : "fewer is impossible.\n");
  }
  std::string links;
  for (const RingLink& l : operation.ring_links)
    if (l.crossings > 1) links += fmt::format("{}{} ({})", links.empty() ? "" : ", ", l.link, l.crossings);
  if (!links.empty()) out << "   Links that a round crosses more than once: " << links << ".\n";
}

}  // namespace collsim
