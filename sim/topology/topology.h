#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "topology/description.h"

namespace collsim {

using NodeId = std::uint32_t;  ///< in file order
using LinkId = std::uint32_t;  ///< grouped by source node, then in file order
inline constexpr LinkId kNoLink = static_cast<LinkId>(-1);

struct Node {
  std::string name;
  Duration latency{};
  NodeKind kind = NodeKind::chip;
  bool forwards = false;
  bool reduces = false;
  bool multicasts = false;
};

/// One direction of a link.
struct Link {
  NodeId from = 0, to = 0;
  double bandwidth = 0;  ///< of all parallel links together, bytes per second
  Duration latency{};
  LinkId reverse = 0;
  std::uint32_t ordinal = 1;  ///< 2 for the second link between the same two nodes in this direction, …
  Tier tier = Tier::c2c;
  Duplex duplex = Duplex::full;
};

struct Graph;  // Boost's compressed sparse row graph with nodes and links as its properties: topology/graph.h

/// Chips, switches, nics and the directed links between them. Immutable.
class Topology {
 public:
  explicit Topology(std::string name, std::unique_ptr<Graph> graph);
  Topology(Topology&&) noexcept;
  ~Topology();

  const std::string& name() const { return name_; }
  std::size_t node_count() const;
  std::size_t link_count() const;
  const Node& node(NodeId id) const;
  const Link& link(LinkId id) const;
  const Graph& graph() const { return *graph_; }

  const std::vector<NodeId>& chips() const { return chips_; }  ///< in file order
  std::optional<NodeId> find_node(std::string_view name) const;
  /// `from->to`, or `from->to#2` for the second link between the two.
  std::string link_name(LinkId id) const;
  std::optional<LinkId> find_link(std::string_view name) const;

 private:
  std::string name_;
  std::unique_ptr<Graph> graph_;
  std::vector<NodeId> chips_;
  std::unordered_map<std::string_view, NodeId> by_name_;
};

/// Expands a description into its graph.
/// Throws InputError: an id given twice, an unknown node, a link from a node to itself, ranges of unequal length.
Topology build_topology(const TopologyDescription& description);

}  // namespace collsim
