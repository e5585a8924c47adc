#include "routing/alike.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/mixing.h"
#include "topology/graph.h"

namespace collsim {
namespace {

using Colours = std::vector<std::uint64_t>;

std::uint64_t mixed(std::uint64_t x) { return mixed_bits(x + 0x9E3779B97F4A7C15ULL); }

std::uint64_t joined(std::uint64_t a, std::uint64_t b) { return mixed(a * 0xD1B54A32D192ED03ULL + b); }

std::uint64_t colour_of(const Node& node) {
  const auto kind = static_cast<std::uint64_t>(node.kind) * 2 + (node.forwards ? 1 : 0);
  return joined(kind, static_cast<std::uint64_t>(node.latency.count()));
}

std::uint64_t colour_of(const Link& link) {
  return joined(joined(std::bit_cast<std::uint64_t>(link.bandwidth), static_cast<std::uint64_t>(link.latency.count())),
                static_cast<std::uint64_t>(link.tier));
}

std::size_t kinds(Colours colours) {
  std::sort(colours.begin(), colours.end());
  return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

Colours of_chips(const Colours& colours, std::span<const NodeId> chips) {
  Colours of;
  for (const NodeId chip : chips) of.push_back(colours[chip]);
  return of;
}

Colours first_colours(const Topology& topology, std::span<const NodeId> chips) {
  Colours colours;
  for (NodeId id = 0; id < topology.node_count(); ++id) colours.push_back(colour_of(topology.node(id)));
  for (const NodeId chip : chips) colours[chip] = mixed(colours[chip]);
  return colours;
}

/// Sums, so that the order of a node's links does not matter.
Colours refined(const Topology& topology, const Colours& colours) {
  constexpr std::uint64_t kOut = 1, kIn = 2;
  Colours next = colours;
  for (std::uint64_t& colour : next) colour = mixed(colour);
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link& link = topology.link(id);
    const std::uint64_t own = colour_of(link);
    next[link.from] += joined(own + kOut, colours[link.to]);
    next[link.to] += joined(own + kIn, colours[link.from]);
  }
  return next;
}

std::vector<Representative> at_even_distances(std::size_t chips, std::size_t count) {
  std::vector<Representative> found;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = i * chips / count, end = (i + 1) * chips / count;
    found.push_back({static_cast<std::uint32_t>(first), static_cast<double>(end - first)});
  }
  return found;
}

}  // namespace

std::vector<Representative> representatives(const Topology& topology, std::span<const NodeId> chips, std::size_t most) {
  Colours colours = first_colours(topology, chips);
  for (std::size_t known = 0, found = kinds(colours); found > known;) {
    colours = refined(topology, colours);
    if (kinds(of_chips(colours, chips)) > most) return at_even_distances(chips.size(), most);
    known = std::exchange(found, kinds(colours));
  }
  std::vector<Representative> found;
  std::unordered_map<std::uint64_t, std::size_t> of_colour;
  for (std::uint32_t chip = 0; chip < chips.size(); ++chip) {
    const auto [at, fresh] = of_colour.emplace(colours[chips[chip]], found.size());
    if (fresh) found.push_back({chip, 0});
    found[at->second].count += 1;
  }
  return found;
}

}  // namespace collsim
