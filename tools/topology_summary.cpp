#include "topology_summary.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/units.h"
#include "routing/profile.h"
#include "text_table.h"
#include "topology/cut.h"

namespace collsim {
namespace {

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

std::string plural(NodeKind kind) { return to_string(kind) + std::string(kind == NodeKind::switch_ ? "es" : "s"); }

std::size_t count_of(const Topology& topology, NodeKind kind) {
  std::size_t count = 0;
  for (NodeId id = 0; id < topology.node_count(); ++id) count += topology.node(id).kind == kind ? 1 : 0;
  return count;
}

void write_nodes(const Topology& topology, std::ostream& out) {
  std::string line;
  for (NodeKind kind : {NodeKind::chip, NodeKind::switch_, NodeKind::nic, NodeKind::host})
    if (const std::size_t count = count_of(topology, kind); count > 0)
      line += (line.empty() ? "" : ", ") + counted(count, to_string(kind), plural(kind));
  out << "nodes: " << line << '\n';
}

void write_ranks(const Topology& topology, std::ostream& out) {
  const std::vector<NodeId>& chips = topology.chips();
  out << "ranks: " << chips.size();
  if (!chips.empty())
    out << " (" << topology.node(chips.front()).name << " ... " << topology.node(chips.back()).name << ')';
  out << '\n';
}

/// Links that look the same; the widest of a tier first. Bandwidth (with the sign turned) and latency of one direction
/// and of the other.
using LinkKind = std::tuple<Tier, double, double, Duration, Duration, Duplex>;

std::map<LinkKind, std::size_t> link_kinds(const Topology& topology) {
  std::map<LinkKind, std::size_t> kinds;
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link& link = topology.link(id);
    const Link& back = topology.link(link.reverse);
    if (id < link.reverse)
      ++kinds[{link.tier, -link.bandwidth, -back.bandwidth, link.latency, back.latency, link.duplex}];
  }
  return kinds;
}

/// What both directions have in common, or the one and the other.
std::string both(const std::string& forth, const std::string& back) {
  return forth == back ? forth : forth + " | " + back;
}

void write_links(const Topology& topology, std::ostream& out) {
  out << "links: " << topology.link_count() / 2 << ", bandwidth of each direction (| of the other, where it differs)\n";
  std::vector<std::vector<std::string>> rows{{"tier", "links", "bandwidth", "together", "latency", "duplex"}};
  for (const auto& [kind, count] : link_kinds(topology)) {
    const auto& [tier, forth, back, latency, back_latency, duplex] = kind;
    const auto links = static_cast<double>(count);
    rows.push_back({to_string(tier), std::to_string(count), both(format_bandwidth(-forth), format_bandwidth(-back)),
                    both(format_bandwidth(-forth * links), format_bandwidth(-back * links)),
                    both(format_time(latency), format_time(back_latency)), to_string(duplex)});
  }
  write_text_table(rows, "  ", out);
}

/// `2 x 8`, or the sizes where they differ, a few of them.
std::string group_sizes(const TierGroups& groups) {
  if (groups.even()) return std::to_string(groups.sizes.size()) + " x " + std::to_string(groups.sizes.front());
  constexpr std::size_t shown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, groups.sizes.size()); ++i)
    text += (i == 0 ? "" : " + ") + std::to_string(groups.sizes[i]);
  return text + (groups.sizes.size() > shown ? " + ..." : "") + " (uneven)";
}

void write_groups(const Topology& topology, ShortestRouter& router, std::ostream& out) {
  out << "groups: chips that pairs up to a tier join; a pair's tier is the outermost on its route\n";
  std::vector<std::vector<std::string>> rows{{"tier", "groups", "least bandwidth", "mean latency"}};
  for (const TierGroups& groups : tier_groups(topology, router, topology.chips()))
    rows.push_back(
        {to_string(groups.tier), group_sizes(groups), format_bandwidth(groups.bandwidth), format_time(groups.latency)});
  write_text_table(rows, "  ", out);
}

constexpr std::size_t kMostSources = 1024;

/// Chips are asked for their routes to all others, at most kMostSources of them, evenly spread.
void write_routes(const Topology& topology, ShortestRouter& router, std::ostream& out) {
  const std::vector<NodeId>& chips = topology.chips();
  const std::size_t sources = std::min(chips.size(), kMostSources);
  std::size_t missing = 0;
  for (std::size_t i = 0; i < sources; ++i) {
    const NodeId from = chips[i * chips.size() / sources];
    for (const NodeId to : chips) missing += from != to && router.view(from, to).links.empty() ? 1 : 0;
  }
  out << "routes: " << router.memory_bytes() / 1024 + 1 << " KiB of tables";
  if (missing > 0) {
    out << "; none between " << missing << " of " << sources * (chips.size() - 1) << " pairs of chips"
        << (sources < chips.size() ? " that were tried" : "");
  }
  out << '\n';
}

void write_bisection(const Topology& topology, std::ostream& out) {
  const std::span<const NodeId> chips = topology.chips();
  if (chips.size() < 2) return;
  const std::size_t half = chips.size() / 2;
  const double cut = least_cut(topology, chips.first(half), chips.subspan(half));
  out << "bisection: " << (cut > 0 ? format_bandwidth(cut) : "0 B/s") << " from the first " << half
      << " chips to the others, least cut\n";
}

}  // namespace

void write_summary(const Topology& topology, Ties ties, std::ostream& out) {
  out << "topology " << topology.name() << '\n';
  write_nodes(topology, out);
  write_ranks(topology, out);
  write_links(topology, out);
  ShortestRouter router(topology, ties);
  write_groups(topology, router, out);
  write_routes(topology, router, out);
  write_bisection(topology, out);
}

}  // namespace collsim
