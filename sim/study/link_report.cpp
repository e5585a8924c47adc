#include "study/link_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace collsim {
namespace {

constexpr std::size_t kMostUsersNamed = 5;

std::string range_text(int first, int last) {
  if (last == 0) return "";  // background has no steps
  return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
}

void count(const LinkResult& link, LinkClass& c) {
  c.least_capacity = c.links == 0 ? link.capacity : std::min(c.least_capacity, link.capacity);
  c.most_capacity = std::max(c.most_capacity, link.capacity);
  ++c.links;
  c.used += link.bytes > 0 ? 1 : 0;
  c.bytes += link.bytes;
  c.most_bytes = std::max(c.most_bytes, link.bytes);
  c.peak_utilization = std::max(c.peak_utilization, link.utilization);
  c.peak_flows = std::max(c.peak_flows, link.peak_flows);
}

/// What one operation does on a link, while it is counted.
struct Use {
  std::set<std::string> sources, destinations;
  int first_step = 0, last_step = 0;
  Bytes bytes = 0, most = 0;
  std::string from, to;  // of the most bytes
};

void add(const std::string& from, const std::string& to, const CloseLook::Share& share, Use& use) {
  use.first_step = use.sources.empty() ? share.first_step : std::min(use.first_step, share.first_step);
  use.last_step = std::max(use.last_step, share.last_step);
  use.sources.insert(from);
  use.destinations.insert(to);
  use.bytes += share.bytes;
  if (share.bytes <= use.most) return;
  use.most = share.bytes;
  use.from = from;
  use.to = to;
}

}  // namespace

std::vector<LinkClass> link_classes(const Topology& topology, const RunResult& run) {
  std::map<std::tuple<Tier, NodeKind, NodeKind>, LinkClass> classes;
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link& link = topology.link(id);
    LinkClass& c = classes[{link.tier, topology.node(link.from).kind, topology.node(link.to).kind}];
    c.tier = link.tier;
    c.from = topology.node(link.from).kind;
    c.to = topology.node(link.to).kind;
    count(run.links[id], c);
  }
  std::vector<LinkClass> list;
  for (const auto& [key, c] : classes) list.push_back(c);
  return list;
}

std::size_t as_busy_beyond(const RunResult& run, const std::vector<LinkId>& by_use, std::size_t shown) {
  std::size_t more = 0;
  for (std::size_t i = shown; i < by_use.size(); ++i)
    if (run.links[by_use[i]].utilization >= 0.999 * run.links[by_use.front()].utilization) ++more;
  return more;
}

void tell_users(const CloseLook::Shares& shares, const std::vector<std::string>& ids, BusyLink& link) {
  std::map<std::size_t, Use> uses;
  const auto name = [&](std::size_t operation) { return operation < ids.size() ? ids[operation] : "background"; };
  for (const auto& [key, share] : shares) {
    const auto& [operation, from, to] = key;
    link.flows.push_back(
        {name(operation), from, to, range_text(share.first_step, share.last_step), share.bytes, share.messages});
    add(from, to, share, uses[operation]);
  }
  for (const auto& [operation, use] : uses)
    link.uses.push_back({name(operation), range_text(use.first_step, use.last_step), use.from, use.to,
                         static_cast<int>(use.sources.size()), static_cast<int>(use.destinations.size()), use.bytes});
  std::stable_sort(link.flows.begin(), link.flows.end(),
                   [](const LinkFlows& a, const LinkFlows& b) { return a.bytes > b.bytes; });
  for (std::size_t i = kMostUsersNamed; i < link.flows.size(); ++i) {
    ++link.more_flows;
    link.more_bytes += link.flows[i].bytes;
  }
  link.flows.resize(std::min(link.flows.size(), kMostUsersNamed));
}

}  // namespace collsim
