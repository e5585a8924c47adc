#include "routing/equal_cost.h"

#include <algorithm>

#include "topology/graph.h"

namespace collsim {
namespace {

constexpr std::size_t kMostFieldMemory = std::size_t{256} << 20;

template <class Visit>
void visit_links_out_of(const Topology& topology, NodeId node, Visit visit) {
  const auto [first, last] = boost::out_edges(node, topology.graph().csr);
  for (auto e = first; e != last; ++e) visit(topology.graph().index(*e));
}

template <class Visit>
void visit_links_into(const Topology& topology, NodeId node, Visit visit) {
  const auto [first, last] = boost::in_edges(node, topology.graph().csr);
  for (auto e = first; e != last; ++e) visit(topology.graph().index(*e));
}

bool is_chip(const Topology& topology, NodeId node) { return topology.node(node).kind == NodeKind::chip; }

}  // namespace

EqualCost::EqualCost(const Topology& topology)
    : topology_(topology),
      nodes_(static_cast<NodeId>(topology.node_count())),
      dead_(topology.link_count(), 0),
      to_(nodes_) {
  number_core();
  lay_out_core();
}

/// Such a nic carries nothing but what its chips send and receive.
bool EqualCost::serves_one_switch(NodeId nic) const {
  if (topology_.node(nic).kind != NodeKind::nic) return false;
  NodeId other = nodes_;
  bool one = true;
  visit_links_out_of(topology_, nic, [&](LinkId link) {
    const NodeId next = topology_.link(link).to;
    const Node& node = topology_.node(next);
    if (node.kind == NodeKind::chip && !node.forwards) return;
    one = one && node.kind != NodeKind::nic && (other == nodes_ || other == next);
    other = next;
  });
  return one;
}

void EqualCost::number_core() {
  core_.assign(std::size_t{2} * nodes_, kOutside);
  const auto number = [this](RouteState state) {
    core_[state] = static_cast<CoreIndex>(state_.size());
    state_.push_back(state);
  };
  for (NodeId node = 0; node < nodes_; ++node) {
    if (!topology_.node(node).forwards || serves_one_switch(node)) continue;
    number(node);
    if (topology_.node(node).kind == NodeKind::nic) number(nodes_ + node);
  }
}

void EqualCost::lay_out_core() {
  std::vector<std::vector<Before>> before(state_.size());
  for (CoreIndex from = 0; from < state_.size(); ++from) {
    visit_links_out_of(topology_, node_of(state_[from]), [&](LinkId link) {
      const CoreIndex to = core_[after(link)];
      if (to != kOutside && may_go(state_[from], link)) before[to].push_back({from, link});
    });
  }
  for (const std::vector<Before>& links : before) {
    first_before_.push_back(static_cast<std::uint32_t>(before_.size()));
    before_.insert(before_.end(), links.begin(), links.end());
  }
  first_before_.push_back(static_cast<std::uint32_t>(before_.size()));
}

/// A nic that traffic came to straight from a chip does not hand it to a chip.
bool EqualCost::may_go(RouteState at, LinkId link) const {
  return at < nodes_ || !is_chip(topology_, topology_.link(link).to);
}

void EqualCost::set_dead(LinkId link, bool dead) {
  if (is_dead(link) == dead) return;
  dead_[link] = dead ? 1 : 0;
  forget();
}

void EqualCost::forget() {
  fields_.clear();
  field_bytes_ = 0;
  to_ = nodes_;
}

std::uint32_t EqualCost::hops(RouteState at, NodeId to) {
  turn_to(to);
  return hops_from(at);
}

std::span<const LinkId> EqualCost::next(RouteState at, NodeId to) {
  turn_to(to);
  if (const auto known = known_next(at); !known.empty()) return known;
  find_next(at);
  return next_;
}

/// Where the destination can be entered from one node of the core alone, the way there is the same for all that can.
std::span<const LinkId> EqualCost::known_next(RouteState at) {
  if (core_[at] == kOutside || entries_.size() != 1) return {};
  Field& field = *entries_.front().field;
  const Hops hops = field.hops[core_[at]];
  if (hops == 0 || hops == kFar) return {};
  if (field.first_link.empty()) {
    field.first_link.assign(state_.size(), 0);
    field_bytes_ += state_.size() * sizeof(std::uint32_t);
  }
  std::uint32_t& first = field.first_link[core_[at]];
  if (first == 0) {
    find_next(at);
    first = static_cast<std::uint32_t>(field.links.size());
    field.links.push_back(static_cast<LinkId>(next_.size()));
    field.links.insert(field.links.end(), next_.begin(), next_.end());
    field_bytes_ += (next_.size() + 1) * sizeof(LinkId);
  }
  return std::span(field.links).subspan(first + 1, field.links[first]);
}

void EqualCost::find_next(RouteState at) {
  next_.clear();
  if (node_of(at) == to_) return;
  std::uint32_t least = kUnreachable - 1;
  visit_links_out_of(topology_, node_of(at), [&](LinkId link) {
    if (is_dead(link) || !may_go(at, link)) return;
    const std::uint32_t left = hops_after(link);
    if (left > least) return;
    if (left < least) next_.clear();
    least = left;
    next_.push_back(link);
  });
}

/// Finds the nodes of the core that the destination can be entered from.
void EqualCost::turn_to(NodeId to) {
  if (to_ == to) return;
  if (field_bytes_ > kMostFieldMemory) forget();
  to_ = to;
  entries_.clear();
  add_entry(to, 0);
  add_entry(nodes_ + to, 0);
  if (!entries_.empty()) return;
  visit_links_into(topology_, to, [&](LinkId link) {
    if (is_dead(link)) return;
    const NodeId from = topology_.link(link).from;
    enter_from(from, to, 1);
    if (core_[from] != kOutside || !topology_.node(from).forwards) return;
    visit_links_into(topology_, from, [&](LinkId before) {
      const NodeId start = topology_.link(before).from;
      // Straight from chip to chip it would be otherwise.
      if (is_dead(before) || (is_chip(topology_, start) && is_chip(topology_, to))) return;
      enter_from(start, from, 2);
    });
  });
}

void EqualCost::enter_from(NodeId from, NodeId to, std::uint32_t extra) {
  add_entry(from, extra);
  if (!is_chip(topology_, to)) add_entry(nodes_ + from, extra);
}

void EqualCost::add_entry(RouteState state, std::uint32_t extra) {
  if (core_[state] == kOutside) return;
  Field* field = &field_towards(core_[state]);
  const auto known =
      std::find_if(entries_.begin(), entries_.end(), [field](const Entry& e) { return e.field == field; });
  if (known == entries_.end()) return entries_.push_back({field, extra});
  known->extra = std::min(known->extra, extra);
}

EqualCost::Field& EqualCost::field_towards(CoreIndex core) {
  const auto [at, fresh] = fields_.try_emplace(core);
  if (!fresh) return at->second;
  at->second.hops = search_from(core);
  field_bytes_ += state_.size() * sizeof(Hops);
  return at->second;
}

/// Breadth first, against the links.
std::vector<EqualCost::Hops> EqualCost::search_from(CoreIndex core) const {
  std::vector<Hops> hops(state_.size(), kFar);
  hops[core] = 0;
  std::vector<CoreIndex> queue{core};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const CoreIndex to = queue[next];
    if (hops[to] == kFar - 1) break;
    for (std::uint32_t b = first_before_[to]; b < first_before_[to + 1]; ++b) {
      const Before& before = before_[b];
      if (is_dead(before.link) || hops[before.from] != kFar) continue;
      hops[before.from] = static_cast<Hops>(hops[to] + 1);
      queue.push_back(before.from);
    }
  }
  return hops;
}

std::uint32_t EqualCost::hops_in_core(CoreIndex core) const {
  std::uint32_t least = kUnreachable;
  for (const Entry& entry : entries_) {
    const Hops hops = entry.field->hops[core];
    if (hops != kFar) least = std::min(least, hops + entry.extra);
  }
  return least;
}

std::uint32_t EqualCost::hops_from(RouteState at) const {
  if (node_of(at) == to_) return 0;
  return core_[at] != kOutside ? hops_in_core(core_[at]) : hops_outside(at);
}

/// From a node that is no part of the core: by a link into the core, to the destination, or to a nic that has one.
std::uint32_t EqualCost::hops_outside(RouteState at) const {
  std::uint32_t least = kUnreachable;
  visit_links_out_of(topology_, node_of(at), [&](LinkId link) {
    if (is_dead(link) || !may_go(at, link)) return;
    const std::uint32_t left = hops_after(link);
    if (left != kUnreachable) least = std::min(least, left + 1);
  });
  return least;
}

std::uint32_t EqualCost::hops_after(LinkId link) const {
  const NodeId node = topology_.link(link).to;
  return node == to_ || topology_.node(node).forwards ? hops_from(after(link)) : kUnreachable;
}

std::size_t EqualCost::memory_bytes() const {
  return field_bytes_ + core_.capacity() * sizeof(CoreIndex) + before_.capacity() * sizeof(Before) + dead_.capacity();
}

}  // namespace collsim
