#pragma once

#include <cstdint>
#include <vector>

#include <boost/pending/disjoint_sets.hpp>

#include "routing/core.h"

namespace collsim {

/// A link of a stub. Nics by their number in the stub, kNone where the end is the chip or a node of the core.
struct StubLink {
  LinkId id = 0;
  std::uint32_t from_nic = kNone, to_nic = kNone;
  NodeId at_core = kNone;              ///< its end in the core, kNone for one between chip and nic
  std::uint32_t core_links_ahead = 0;  ///< of a link out of the core: links to the core that stand before it there
};

/// A chip as one component of the core sees it.
struct Stub {
  std::uint32_t component = 0;
  std::vector<NodeId> nics;
  std::vector<StubLink> up, down;  ///< in file order at each node; the same links in both directions
};

/// Tells the nodes of stubs from those of the core and the components of the core from each other.
class StubFinder {
 public:
  /// Requires: the topology outlives this.
  explicit StubFinder(const Topology& topology);

  bool in_core(NodeId node) const { return component_[node] != kNone; }
  bool is_stub_nic(NodeId node) const { return is_stub_nic_[node] != 0; }
  /// A chip that forwards nothing.
  bool is_stub_chip(NodeId node) const;

  std::uint32_t components() const { return components_; }
  /// Of a node of the core. Components that the same chips reach count as one: routes through both may be equal.
  std::uint32_t component(NodeId node) const { return component_[node]; }

  /// By component.
  std::vector<Stub> stubs_of(NodeId chip) const;
  /// Equal for two stubs if exchanging them leaves the network as it is.
  std::vector<std::uint64_t> signature(const Stub& stub) const;

 private:
  using Sets = boost::disjoint_sets_with_storage<>;

  bool serves_one_chip(NodeId nic) const;
  bool in_stub(NodeId node) const;
  void find_components();
  void join_neighbours(NodeId node, Sets& sets) const;
  void join_those_of_the_same_chips(Sets& sets) const;
  std::vector<std::size_t> sets_reached(NodeId chip, Sets& sets) const;
  void number_core_links();
  Stub& stub_at(std::vector<Stub>& stubs, NodeId core_node) const;
  void add_nic(std::vector<Stub>& stubs, LinkId from_chip) const;
  void add_way_down(Stub& stub) const;

  const Topology& topology_;
  std::vector<char> is_stub_nic_;
  std::uint32_t components_ = 0;
  std::vector<std::uint32_t> component_;         // by node; kNone for those of stubs
  std::vector<std::uint32_t> core_links_ahead_;  // by link
};

}  // namespace collsim
