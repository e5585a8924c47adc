#include "routing/searching_router.h"

#include <algorithm>

#include "routing/hop_field.h"
#include "routing/route_search.h"
#include "topology/graph.h"

namespace collsim {
namespace {

constexpr std::size_t kFieldMemory = std::size_t{64} << 20;
constexpr std::size_t kRecentRoutes = std::size_t{1} << 14;

struct Anchor {
  NodeId node;
  std::uint32_t extra;  // hops from there to the destination
};

/// All links into a chip that hangs on one switch come from that switch, so that the switch's field serves the chip.
Anchor anchor_of(const Topology& topology, NodeId destination) {
  const CsrGraph& graph = topology.graph().csr;
  const auto [first, last] = boost::in_edges(destination, graph);
  if (first == last) return {destination, 0};
  const NodeId neighbour = boost::source(*first, graph);
  const Node& node = topology.node(neighbour);
  if (!node.forwards || node.kind == NodeKind::nic) return {destination, 0};
  for (auto e = first; e != last; ++e) {
    if (boost::source(*e, graph) != neighbour) return {destination, 0};
  }
  return {neighbour, 1};
}

std::size_t slot_of(NodeId from, NodeId to) {
  const std::uint64_t pair = (std::uint64_t{from} << 32) | to;
  return static_cast<std::size_t>((pair * 0x9E3779B97F4A7C15ULL) >> 50);  // 14 bits
}

}  // namespace

struct SearchingRouter::CachedField {
  NodeId anchor;
  HopField field;
};

SearchingRouter::SearchingRouter(const Topology& topology, Ties ties, const std::vector<char>* dead)
    : topology_(topology),
      ties_(ties),
      dead_(dead),
      chip_index_(topology.node_count(), 0),
      search_(std::make_unique<RouteSearch>(topology, dead)),
      recent_(kRecentRoutes),
      most_fields_(std::max<std::size_t>(16, kFieldMemory / (1 + 2 * sizeof(std::uint32_t) * topology.node_count()))) {
  std::uint32_t index = 0;
  for (const NodeId chip : topology.chips()) chip_index_[chip] = index++;
}

SearchingRouter::~SearchingRouter() = default;

const Route* SearchingRouter::find(NodeId from, NodeId to) {
  Remembered& r = recent_[slot_of(from, to)];
  if (!r.known || r.from != from || r.to != to) {
    const Anchor anchor = anchor_of(topology_, to);
    const std::uint32_t choice = ties_ == Ties::destination ? chip_index_[to] : 0;
    r.exists = search_->find(from, to, field_towards(anchor.node), anchor.extra, choice, r.route);
    r.known = true;
    r.from = from;
    r.to = to;
  }
  return r.exists ? &r.route : nullptr;
}

std::size_t SearchingRouter::memory_bytes() const {
  std::size_t bytes = chip_index_.capacity() * sizeof(std::uint32_t) + recent_.capacity() * sizeof(Remembered) +
                      search_->memory_bytes() + fields_.size() * 2 * sizeof(std::uint32_t) * topology_.node_count();
  for (const Remembered& r : recent_) bytes += r.route.links.capacity() * sizeof(LinkId);
  return bytes;
}

HopField& SearchingRouter::field_towards(NodeId anchor) {
  if (const auto found = field_of_.find(anchor); found != field_of_.end()) {
    fields_.splice(fields_.begin(), fields_, found->second);
    return fields_.front().field;
  }
  if (fields_.size() == most_fields_) {
    field_of_.erase(fields_.back().anchor);
    fields_.pop_back();
  }
  fields_.push_front({anchor, HopField(topology_, anchor, dead_)});
  field_of_[anchor] = fields_.begin();
  return fields_.front().field;
}

}  // namespace collsim
