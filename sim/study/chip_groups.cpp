#include "study/chip_groups.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "routing/profile.h"
#include "study/node_links.h"
#include "workload/tiers.h"

namespace collsim {
namespace {

/// Groups from a label a chip, numbered as they appear.
ChipGroups numbered(std::string by, const Topology& topology, std::span<const NodeId> chips,
                    const std::vector<std::uint32_t>& label) {
  ChipGroups groups;
  groups.by = std::move(by);
  std::map<std::uint32_t, int> number;
  std::vector<std::vector<NodeId>> members;
  for (std::size_t i = 0; i < chips.size(); ++i) {
    const int group = number.try_emplace(label[i], static_cast<int>(number.size())).first->second;
    groups.group_of.push_back(group);
    members.resize(number.size());
    members[static_cast<std::size_t>(group)].push_back(chips[i]);
  }
  for (const auto& of_group : members) groups.names.push_back(name_of_chips(topology, of_group));
  return groups;
}

/// What a chip's only way out leads to, past its nic.
std::optional<NodeId> only_neighbour(const Topology& topology, NodeId chip) {
  NodeId at = chip, before = chip;
  do {
    std::optional<NodeId> next;
    const auto [first, last] = links_out_of(topology, at);
    for (LinkId id = first; id < last; ++id) {
      const NodeId to = topology.link(id).to;
      if (to == before) continue;
      if (next && *next != to) return {};
      next = to;
    }
    if (!next) return {};
    before = at;
    at = *next;
  } while (topology.node(at).kind == NodeKind::nic);
  return topology.node(at).kind == NodeKind::chip ? std::nullopt : std::optional(at);
}

std::vector<std::uint32_t> labels(const std::vector<int>& group_of) { return {group_of.begin(), group_of.end()}; }

}  // namespace

std::string name_of_chips(const Topology& topology, std::span<const NodeId> chips) {
  const std::string& first = topology.node(chips.front()).name;
  return chips.size() == 1 ? first : fmt::format("{} … {}", first, topology.node(chips.back()).name);
}

std::vector<ChipGroups> groups_in_network(const Topology& topology, ShortestRouter& router,
                                          std::span<const NodeId> chips) {
  std::vector<ChipGroups> found;
  const auto add = [&](ChipGroups groups) {
    const bool divides = groups.count() > 1 && groups.count() < static_cast<int>(chips.size());
    const auto same = [&](const ChipGroups& other) { return other.group_of == groups.group_of; };
    if (divides && std::none_of(found.begin(), found.end(), same)) found.push_back(std::move(groups));
  };
  std::vector<std::uint32_t> neighbour;
  for (const NodeId chip : chips) {
    if (const auto out = only_neighbour(topology, chip)) neighbour.push_back(*out);
  }
  if (neighbour.size() == chips.size()) add(numbered("switch", topology, chips, neighbour));
  for (const TierGroups& tier : tier_groups(topology, router, chips))
    add(numbered(fmt::format("{} links", to_string(tier.tier)), topology, chips, labels(tier.group_of)));
  return found;
}

ChipGroups groups_for_table(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips,
                            std::size_t most) {
  std::vector<std::uint32_t> label(chips.size());
  std::iota(label.begin(), label.end(), 0U);
  if (chips.size() <= most) return numbered("chip", topology, chips, label);
  for (ChipGroups& groups : groups_in_network(topology, router, chips))
    if (static_cast<std::size_t>(groups.count()) <= most) return std::move(groups);
  for (std::uint32_t& l : label) l = static_cast<std::uint32_t>(std::size_t{l} * most / chips.size());
  return numbered(fmt::format("{} shares of the chips in file order", most), topology, chips, label);
}

ChipGroups nodes_of_chips(const Topology& topology, ShortestRouter& router, std::span<const NodeId> chips) {
  const std::vector<int> nodes = nodes_of(tier_groups(topology, router, chips), static_cast<int>(chips.size()));
  return numbered("node", topology, chips, labels(nodes));
}

}  // namespace collsim
