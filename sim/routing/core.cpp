#include "routing/core.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "routing/hop_field.h"
#include "routing/stubs.h"
#include "topology/graph.h"

namespace collsim {
namespace {

class CoreBuilder {
 public:
  explicit CoreBuilder(const Topology& topology)
      : topology_(topology),
        finder_(topology),
        nodes_(static_cast<NodeId>(topology.node_count())),
        state_(2 * topology.node_count(), kNone),
        attached_(topology.node_count()) {}

  Core build() {
    core_.components.resize(finder_.components());
    edges_.resize(finder_.components());
    for (NodeId id = 0; id < nodes_; ++id) {
      if (finder_.in_core(id)) add_states(id);
    }
    for (NodeId id = 0; id < nodes_; ++id) {
      if (finder_.in_core(id)) add_core_node(id);
    }
    for (const NodeId chip : topology_.chips()) {
      if (finder_.is_stub_chip(chip)) add_chip(chip);
    }
    for (NodeId id = 0; id < nodes_; ++id) {
      core_.is_stub_nic.push_back(finder_.is_stub_nic(id) ? 1 : 0);
      core_.first_attachment.push_back(static_cast<std::uint32_t>(core_.attachments.size()));
      core_.attachments.insert(core_.attachments.end(), attached_[id].begin(), attached_[id].end());
    }
    core_.first_attachment.push_back(static_cast<std::uint32_t>(core_.attachments.size()));
    for (std::uint32_t c = 0; c < core_.components.size(); ++c) lay_out_edges(core_.components[c], edges_[c]);
    for (const Destination& d : core_.destinations) {
      core_.most_states = std::max(core_.most_states, core_.components[d.component].size() + d.nics + 1);
    }
    return std::move(core_);
  }

 private:
  struct Class {
    CoreState source;
    std::uint32_t destination;
  };
  using Edges = std::vector<std::vector<CoreEdge>>;  // by state

  CoreState new_state(std::uint32_t component, Duration through, bool passable) {
    CoreComponent& c = core_.components[component];
    c.through.push_back(through);
    c.passable.push_back(passable ? 1 : 0);
    edges_[component].emplace_back();
    return c.size() - 1;
  }

  void add_states(NodeId id) {
    const Node& node = topology_.node(id);
    state_[id] = new_state(finder_.component(id), node.latency, node.forwards);
    if (node.kind == NodeKind::nic) state_[nodes_ + id] = new_state(finder_.component(id), node.latency, node.forwards);
  }

  CoreEdge edge(LinkName name, LinkId id, CoreState to) const {
    const Link& link = topology_.link(id);
    return {name, to, link.bandwidth, link.latency};
  }

  void add_core_node(NodeId id) {
    const std::uint32_t component = finder_.component(id);
    Edges& edges = edges_[component];
    const bool is_nic = topology_.node(id).kind == NodeKind::nic;
    const auto [first, last] = boost::out_edges(id, topology_.graph().csr);
    for (auto e = first; e != last; ++e) {
      const LinkId link = topology_.graph().index(*e);
      const NodeId to = topology_.link(link).to;
      if (!finder_.in_core(to)) continue;
      const CoreEdge next = edge({LinkName::core, link}, link, state_[entering(topology_, id, to)]);
      edges[state_[id]].push_back(next);
      if (is_nic && topology_.node(to).kind != NodeKind::chip) edges[state_[nodes_ + id]].push_back(next);
    }
    Destination here{component, 0, {}, {state_[id]}};
    if (is_nic) here.states.push_back(state_[nodes_ + id]);
    attached_[id].push_back({component, state_[id], new_destination(std::move(here)), 0});
  }

  std::uint32_t new_destination(Destination d) {
    core_.destinations.push_back(std::move(d));
    return static_cast<std::uint32_t>(core_.destinations.size() - 1);
  }

  void add_chip(NodeId chip) {
    for (const Stub& stub : finder_.stubs_of(chip)) {
      const auto [known, fresh] = classes_.try_emplace(finder_.signature(stub));
      if (fresh) known->second = new_class(chip, stub);
      const auto own = static_cast<std::uint32_t>(core_.own_links.size());
      for (const StubLink& link : stub.up) core_.own_links.push_back(link.id);
      for (const StubLink& link : stub.down) core_.own_links.push_back(link.id);
      attached_[chip].push_back({stub.component, known->second.source, known->second.destination, own});
    }
    add_direct_links(chip);
  }

  Class new_class(NodeId chip, const Stub& stub) {
    note_bypasses(stub);
    return {add_source(chip, stub), new_destination(arrivals_at(stub))};
  }

  CoreState add_source(NodeId chip, const Stub& stub) {
    const CoreState source = new_state(stub.component, {}, false);
    for (const NodeId nic : stub.nics) new_state(stub.component, topology_.node(nic).latency, true);
    for (std::uint32_t i = 0; i < stub.up.size(); ++i) {
      const StubLink& up = stub.up[i];
      const CoreState from = source + 1 + up.from_nic;  // kNone + 1 is 0
      const CoreState to = up.to_nic != kNone     ? source + 1 + up.to_nic
                           : up.from_nic != kNone ? state_[up.at_core]
                                                  : state_[entering(topology_, chip, up.at_core)];
      edges_[stub.component][from].push_back(edge({LinkName::sender, i}, up.id, to));
    }
    return source;
  }

  Destination arrivals_at(const Stub& stub) const {
    Destination d{stub.component, static_cast<std::uint32_t>(stub.nics.size()), {}, {}};
    for (std::uint32_t i = 0; i < stub.down.size(); ++i) {
      const StubLink& down = stub.down[i];
      const auto own = static_cast<std::uint32_t>(stub.up.size() + i);
      const bool into_nic = down.to_nic != kNone;
      const bool leaves_core = down.at_core != kNone;
      CoreEdge in = edge({LinkName::receiver, own}, down.id, into_nic ? down.to_nic : d.nics);
      if (into_nic) in.latency += topology_.node(stub.nics[down.to_nic]).latency;
      d.arrivals.push_back(
          {leaves_core ? state_[down.at_core] : down.from_nic, in, down.core_links_ahead, leaves_core});
    }
    return d;
  }

  void note_bypasses(const Stub& stub) {
    for (const StubLink& a : stub.up) {
      for (const StubLink& b : stub.up) {
        if (a.from_nic == kNone || a.from_nic != b.from_nic || a.at_core == b.at_core) continue;
        core_.components[stub.component].bypasses.emplace_back(state_[a.at_core], state_[b.at_core]);
      }
    }
  }

  void add_direct_links(NodeId chip) {
    std::map<NodeId, std::vector<LinkId>> to;
    const auto [first, last] = boost::out_edges(chip, topology_.graph().csr);
    for (auto e = first; e != last; ++e) {
      const LinkId id = topology_.graph().index(*e);
      const NodeId next = topology_.link(id).to;
      if (finder_.is_stub_chip(next)) to[next].push_back(id);
    }
    for (auto& [next, links] : to) core_.direct.push_back({chip, next, best_of(links)});
  }

  std::vector<LinkId> best_of(const std::vector<LinkId>& links) const {
    const auto key = [&](LinkId id) { return std::pair(-topology_.link(id).bandwidth, topology_.link(id).latency); };
    const auto least = *std::min_element(links.begin(), links.end(), [&](auto a, auto b) { return key(a) < key(b); });
    std::vector<LinkId> best;
    std::copy_if(links.begin(), links.end(), std::back_inserter(best), [&](auto l) { return key(l) == key(least); });
    return best;
  }

  static void lay_out_edges(CoreComponent& c, const Edges& edges) {
    std::vector<std::vector<CoreState>> before(c.size());
    for (CoreState s = 0; s < c.size(); ++s) {
      c.first_edge.push_back(static_cast<std::uint32_t>(c.edges.size()));
      c.edges.insert(c.edges.end(), edges[s].begin(), edges[s].end());
      for (const CoreEdge& e : edges[s]) before[e.to].push_back(s);
    }
    c.first_edge.push_back(static_cast<std::uint32_t>(c.edges.size()));
    for (const auto& states : before) {
      c.first_before.push_back(static_cast<std::uint32_t>(c.before.size()));
      c.before.insert(c.before.end(), states.begin(), states.end());
    }
    c.first_before.push_back(static_cast<std::uint32_t>(c.before.size()));
    std::sort(c.bypasses.begin(), c.bypasses.end());
    c.bypasses.erase(std::unique(c.bypasses.begin(), c.bypasses.end()), c.bypasses.end());
  }

  const Topology& topology_;
  StubFinder finder_;
  NodeId nodes_;
  Core core_;
  std::vector<Edges> edges_;      // by component
  std::vector<CoreState> state_;  // by route state of the topology
  std::vector<std::vector<Attachment>> attached_;
  std::map<std::vector<std::uint64_t>, Class> classes_;
};

template <class T>
std::size_t bytes_of(const std::vector<T>& v) {
  return v.capacity() * sizeof(T);
}

}  // namespace

std::size_t CoreComponent::memory_bytes() const {
  return bytes_of(first_edge) + bytes_of(edges) + bytes_of(first_before) + bytes_of(before) + bytes_of(through) +
         bytes_of(passable) + bytes_of(bypasses);
}

std::size_t Core::memory_bytes() const {
  std::size_t bytes = bytes_of(components) + bytes_of(destinations) + bytes_of(first_attachment) +
                      bytes_of(attachments) + bytes_of(own_links) + bytes_of(is_stub_nic) + bytes_of(direct);
  for (const CoreComponent& c : components) bytes += c.memory_bytes();
  for (const Destination& d : destinations) bytes += bytes_of(d.arrivals) + bytes_of(d.states);
  for (const DirectLinks& d : direct) bytes += bytes_of(d.best);
  return bytes;
}

Core cut_into_core_and_stubs(const Topology& topology) { return CoreBuilder(topology).build(); }

}  // namespace collsim
