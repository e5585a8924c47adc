#include "routing/stubs.h"

#include <algorithm>
#include <bit>
#include <map>

#include "topology/graph.h"

namespace collsim {
namespace {

template <class Visit>
void for_links_out_of(const Topology& topology, NodeId node, Visit visit) {
  const Graph& graph = topology.graph();
  const auto [first, last] = boost::out_edges(node, graph.csr);
  for (auto e = first; e != last; ++e) visit(graph.index(*e), graph.csr[*e]);
}

/// A hash of a set that is built in a fixed order.
std::uint64_t mixed(std::uint64_t hash, NodeId next) {
  hash = (hash ^ (next + 1)) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}

}  // namespace

StubFinder::StubFinder(const Topology& topology) : topology_(topology), is_stub_nic_(topology.node_count()) {
  for (NodeId id = 0; id < topology.node_count(); ++id) is_stub_nic_[id] = serves_one_chip(id) ? 1 : 0;
  find_components();
  number_core_links();
}

bool StubFinder::is_stub_chip(NodeId id) const {
  const Node& node = topology_.node(id);
  return node.kind == NodeKind::chip && !node.forwards;
}

bool StubFinder::serves_one_chip(NodeId id) const {
  if (topology_.node(id).kind != NodeKind::nic || !topology_.node(id).forwards) return false;
  NodeId chip = kNone;
  bool one = true;
  for_links_out_of(topology_, id, [&](LinkId, const Link& link) {
    const NodeKind kind = topology_.node(link.to).kind;
    if (kind == NodeKind::nic || (kind == NodeKind::chip && chip != kNone && chip != link.to)) one = false;
    if (kind == NodeKind::chip) chip = link.to;
  });
  return one && chip != kNone && is_stub_chip(chip);
}

bool StubFinder::in_stub(NodeId id) const { return is_stub_chip(id) || is_stub_nic(id); }

void StubFinder::find_components() {
  const auto nodes = static_cast<NodeId>(topology_.node_count());
  Sets sets(nodes);
  for (NodeId id = 0; id < nodes; ++id) {
    if (!is_stub_chip(id)) join_neighbours(id, sets);
  }
  join_those_of_the_same_chips(sets);
  component_.assign(nodes, kNone);
  std::vector<std::uint32_t> number(nodes, kNone);
  for (NodeId id = 0; id < nodes; ++id) {
    if (in_stub(id)) continue;
    std::uint32_t& component = number[sets.find_set(id)];
    if (component == kNone) component = components_++;
    component_[id] = component;
  }
}

/// A nic of a stub joins what it is linked to and stays apart itself.
void StubFinder::join_neighbours(NodeId id, Sets& sets) const {
  NodeId joined = is_stub_nic(id) ? kNone : id;
  for_links_out_of(topology_, id, [&](LinkId, const Link& link) {
    if (in_stub(link.to)) return;
    if (joined != kNone) sets.union_set(joined, link.to);
    joined = link.to;
  });
}

void StubFinder::join_those_of_the_same_chips(Sets& sets) const {
  std::vector<std::uint64_t> chips_of(topology_.node_count(), 0);  // by set; a hash
  for (const NodeId chip : topology_.chips()) {
    if (!is_stub_chip(chip)) continue;
    for (const std::size_t set : sets_reached(chip, sets)) chips_of[set] = mixed(chips_of[set], chip);
  }
  std::map<std::uint64_t, NodeId> first_of;
  for (NodeId set = 0; set < chips_of.size(); ++set) {
    if (chips_of[set] == 0) continue;
    // To join two that differ, should two hashes ever agree, costs time, not truth.
    const auto [same, fresh] = first_of.emplace(chips_of[set], set);
    if (!fresh) sets.union_set(set, same->second);
  }
}

std::vector<std::size_t> StubFinder::sets_reached(NodeId chip, Sets& sets) const {
  std::vector<std::size_t> reached;
  const auto add = [&](LinkId, const Link& link) {
    if (!in_stub(link.to)) reached.push_back(sets.find_set(link.to));
  };
  for_links_out_of(topology_, chip, [&](LinkId id, const Link& link) {
    add(id, link);
    if (is_stub_nic(link.to)) for_links_out_of(topology_, link.to, add);
  });
  std::sort(reached.begin(), reached.end());
  reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
  return reached;
}

void StubFinder::number_core_links() {
  core_links_ahead_.resize(topology_.link_count());
  for (NodeId id = 0; id < topology_.node_count(); ++id) {
    std::uint32_t ahead = 0;
    for_links_out_of(topology_, id, [&](LinkId link, const Link& l) {
      core_links_ahead_[link] = ahead;
      if (in_core(l.to)) ++ahead;
    });
  }
}

std::vector<Stub> StubFinder::stubs_of(NodeId chip) const {
  std::vector<Stub> stubs;
  for_links_out_of(topology_, chip, [&](LinkId id, const Link& link) {
    if (in_core(link.to)) stub_at(stubs, link.to).up.push_back({id, kNone, kNone, link.to});
    if (is_stub_nic(link.to)) add_nic(stubs, id);
  });
  std::sort(stubs.begin(), stubs.end(), [](const Stub& a, const Stub& b) { return a.component < b.component; });
  for (Stub& stub : stubs) add_way_down(stub);
  return stubs;
}

Stub& StubFinder::stub_at(std::vector<Stub>& stubs, NodeId core_node) const {
  const std::uint32_t component = component_[core_node];
  const auto found = std::find_if(stubs.begin(), stubs.end(), [&](const Stub& s) { return s.component == component; });
  if (found != stubs.end()) return *found;
  stubs.push_back({component, {}, {}, {}});
  return stubs.back();
}

void StubFinder::add_nic(std::vector<Stub>& stubs, LinkId from_chip) const {
  const NodeId nic = topology_.link(from_chip).to;
  NodeId somewhere = kNone;
  for_links_out_of(topology_, nic, [&](LinkId, const Link& link) {
    if (in_core(link.to)) somewhere = link.to;
  });
  if (somewhere == kNone) return;
  Stub& stub = stub_at(stubs, somewhere);
  const auto at = std::find(stub.nics.begin(), stub.nics.end(), nic);
  const auto number = static_cast<std::uint32_t>(at - stub.nics.begin());
  stub.up.push_back({from_chip, kNone, number, kNone});
  if (at != stub.nics.end()) return;
  stub.nics.push_back(nic);
  for_links_out_of(topology_, nic, [&](LinkId id, const Link& link) {
    if (in_core(link.to)) stub.up.push_back({id, number, kNone, link.to});
  });
}

void StubFinder::add_way_down(Stub& stub) const {
  for (const StubLink& up : stub.up) {
    const LinkId id = topology_.link(up.id).reverse;
    stub.down.push_back({id, up.to_nic, up.from_nic, up.at_core, up.at_core == kNone ? 0 : core_links_ahead_[id]});
  }
  // Out of the core in file order; then nic by nic as the chip counts them, wherever these stand in the file.
  std::sort(stub.down.begin(), stub.down.end(), [](const StubLink& a, const StubLink& b) {
    return std::pair(a.from_nic + 1, a.id) < std::pair(b.from_nic + 1, b.id);  // kNone + 1 is 0
  });
}

std::vector<std::uint64_t> StubFinder::signature(const Stub& stub) const {
  std::vector<std::uint64_t> words{stub.component, stub.nics.size(), stub.up.size()};
  for (const NodeId nic : stub.nics) words.push_back(static_cast<std::uint64_t>(topology_.node(nic).latency.count()));
  const auto add = [&](const StubLink& l) {
    const Link& link = topology_.link(l.id);
    words.insert(words.end(),
                 {(std::uint64_t{l.from_nic} << 32) | l.to_nic, (std::uint64_t{l.at_core} << 32) | l.core_links_ahead,
                  std::bit_cast<std::uint64_t>(link.bandwidth), static_cast<std::uint64_t>(link.latency.count())});
  };
  for (const StubLink& link : stub.up) add(link);
  for (const StubLink& link : stub.down) add(link);
  return words;
}

}  // namespace collsim
